"""penstock completion: prints what a shell needs to complete the options of penstock and mpiexec.

  eval "$(penstock completion bash)"                  in ~/.bashrc, where the installation is not in the system's folders
  penstock completion zsh > ~/.zfunc/_penstock        with fpath+=~/.zfunc before compinit in ~/.zshrc
  penstock completion fish > ~/.config/fish/completions/penstock.fish
  penstock completion --write share                   all of them, in the folders below share/ where shells look

`make install` puts them in the installation's share/bash-completion/completions, share/zsh/site-functions and
share/fish/vendor_completions.d.
"""
import argparse
import pathlib
import subprocess
import sys

from penstock import hinting, options, places

LAUNCHERS = ("mpiexec", "mpirun")


def tables(build):
    """({command: (meaning, options)}, options of mpiexec), asked of the programs."""
    tool = build / "bin/penstock"
    commands = {name: (meaning, options.options_of(help_of(tool, name)))
                for name, meaning in options.commands_of(options.help_of(tool))}
    if "doctor" in commands:
        listed = subprocess.run([tool, "doctor", "--list"], capture_output=True, text=True, timeout=options.ASK_SECONDS, check=True).stdout
        checks = [line.split()[0] for line in listed.splitlines()]
        for option in commands["doctor"][1]:
            if "--only" in option.names:
                option.choices = checks
    return commands, options.options_of(options.help_of(build / "bin/mpiexec"))


def help_of(tool, name):
    """A command that needs a part which was not installed (the benchmark) has no options to complete."""
    try:
        return options.help_of(tool, name)
    except RuntimeError as error:
        print(f"[completion] {error}", file=sys.stderr)
        return ""


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def bash_cases(table, of):
    """Lines of a case over "command option": what `of` gives for each option that has it."""
    lines = []
    for command, rows in table.items():
        for row in rows:
            if words := of(row):
                keys = "|".join(f"'{command} {name}'" for name in row.names)
                lines.append(f"    {keys}) {words} ;;")
    return "\n".join(lines)


def bash(commands, launcher):
    table = {**{name: rows for name, (_, rows) in commands.items()}, "mpiexec": launcher}
    names = "\n".join(f"    {command}) echo {quoted(' '.join(name for row in rows for name in row.names))} ;;"
                      for command, rows in table.items())
    return f"""# bash completion of penstock and mpiexec, made by `penstock completion bash`.
_penstock_options() {{
  case $1 in
{names}
  esac
}}

# Succeeds where an option takes a value.
_penstock_takes_value() {{
  case "$1 $2" in
{bash_cases(table, lambda row: "return 0" if row.takes_value else "")}
  esac
  return 1
}}

# The values that an option may have, where they can be told.
_penstock_values() {{
  case "$1 $2" in
{bash_cases(table, lambda row: f"echo {quoted(' '.join(row.choices))}" if row.choices else "")}
  esac
}}

# Completes an option of command $1, or the value of the option before; otherwise nothing, and files are completed.
_penstock_complete_option() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
  if _penstock_takes_value "$1" "$before"; then
    mapfile -t COMPREPLY < <(compgen -W "$(_penstock_values "$1" "$before")" -- "$current")
  elif [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_penstock_options "$1")" -- "$current")
  else
    return 1
  fi
}}

_penstock() {{
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W {quoted(" ".join([*commands, "--help", "--version"]))} -- "${{COMP_WORDS[1]}}")
  else
    _penstock_complete_option "${{COMP_WORDS[1]}}"
  fi
}}

# Behind the program's name words are the program's own, up to a colon.
_penstock_mpiexec() {{
  COMPREPLY=()
  local i program=
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${{COMP_WORDS[i]}} in
      :) program= ;;
      -*) if [[ -z $program ]] && _penstock_takes_value mpiexec "${{COMP_WORDS[i]}}"; then ((++i)); fi ;;
      *) program=${{COMP_WORDS[i]}} ;;
    esac
  done
  [[ -z $program ]] || return 0
  _penstock_complete_option mpiexec && return 0
  mapfile -t COMPREPLY < <(compgen -A command -- "${{COMP_WORDS[COMP_CWORD]}}")
}}

complete -o default -F _penstock penstock
complete -o default -F _penstock_mpiexec {" ".join(LAUNCHERS)}
"""


def zsh_specs(rows):
    """Words of _arguments: each name of each option, with what it does and the values that it takes."""
    def escaped(text):
        return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
    specs = []
    for row in rows:
        value = "" if not row.takes_value else f":value:({' '.join(row.choices)})" if row.choices else ":value:_files"
        specs += [quoted(f"*{name}[{escaped(row.meaning)}]{value}") for name in row.names]
    return " \\\n      ".join(specs)


def zsh(commands, launcher):
    described = "\n".join(f"    {quoted(name + ':' + meaning.replace(':', ';'))}" for name, (meaning, _) in commands.items())
    cases = "\n".join(f"    {name}) _arguments \\\n      {zsh_specs(rows)} \\\n      '*:file:_files' ;;"
                      for name, (_, rows) in commands.items() if rows)
    return f"""#compdef penstock {" ".join(LAUNCHERS)}
# zsh completion of penstock and mpiexec, made by `penstock completion zsh`.
_penstock_tool() {{
  local -a commands=(
{described}
  )
  if ((CURRENT == 2)); then
    _describe -t commands command commands
    return
  fi
  shift words
  ((CURRENT--))
  case $words[1] in
{cases}
  esac
}}

_penstock_mpiexec() {{
  _arguments \\
      {zsh_specs(launcher)} \\
      '*::program:_normal'
}}

case $service in
  penstock) _penstock_tool "$@" ;;
  *) _penstock_mpiexec "$@" ;;
esac
"""


def fish_lines(program, condition, rows):
    for row in rows:
        for name in row.names:
            flag = f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" if len(name) == 2 else f"-o {name[1:]}"
            value = "" if not row.takes_value else f" -x -a {quoted(' '.join(row.choices))}" if row.choices else " -r"
            yield f"complete -c {program}{condition} {flag}{value} -d {quoted(row.meaning)}"


def fish(commands, launcher):
    lines = ["# fish completion of penstock and mpiexec, made by `penstock completion fish`."]
    lines += [f"complete -c penstock -n __fish_use_subcommand -f -a {name} -d {quoted(meaning)}" for name, (meaning, _) in commands.items()]
    for name, (_, rows) in commands.items():
        lines += fish_lines("penstock", f" -n '__fish_seen_subcommand_from {name}'", rows)
    for program in LAUNCHERS:
        lines += fish_lines(program, "", launcher)
    return "\n".join(lines) + "\n"


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}
# Where a shell looks for the completion of a program, by the program's name.
FILES = {"bash": [f"bash-completion/completions/{name}" for name in ("penstock", *LAUNCHERS)], "zsh": ["zsh/site-functions/_penstock"],
         "fish": [f"fish/vendor_completions.d/{name}.fish" for name in ("penstock", *LAUNCHERS)]}


def main():
    parser = hinting.Parser(prog="penstock completion", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shell", nargs="?", choices=SHELLS, help="bash, zsh or fish")
    parser.add_argument("--write", type=pathlib.Path, metavar="FOLDER", help="write the files of all shells below this folder")
    args = parser.parse_args()
    if (args.shell is None) == (args.write is None):
        parser.error("name a shell (bash, zsh, fish), or a folder by --write")
    commands, launcher = tables(places.build_folder())
    if args.shell:
        print(SHELLS[args.shell](commands, launcher), end="")
        return 0
    for shell, files in FILES.items():
        text = SHELLS[shell](commands, launcher)
        for name in files:
            file = args.write / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
