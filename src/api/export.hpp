// Marks what libpenstock.so shows to faces; everything else is hidden.
#pragma once

#define PENSTOCK_EXPORT __attribute__((visibility("default")))
