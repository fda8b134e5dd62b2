#!/usr/bin/env bash
# Cuts the fonts down to what a Russian page shows: 54 KB instead of 280. Needs python3 with fonttools and brotli.
set -euo pipefail
cd "$(dirname "$0")"
from=../../node_modules/@fontsource-variable
to=fonts
latin='U+0020-007E,U+00A0,U+00A7,U+00A9,U+00AB,U+00B0,U+00B7,U+00BB,U+00D7,U+2013,U+2014,U+2018-201E,U+2022,U+2026,U+202F,U+20AC,U+2122,U+2191,U+2193,U+2212'
cyrillic='U+0301,U+0400-045F,U+2116'
currency='U+20B4,U+20B8,U+20BA,U+20BC,U+20BD,U+20BE'
heading=$(mktemp -d)
trap 'rm -r "$heading"' EXIT

cut() { # source target characters features
  python3 -m fontTools.subset "$1" --unicodes="$3" --layout-features="$4" --flavor=woff2 --output-file="$to/$2"
}
cut $from/onest/files/onest-latin-wght-normal.woff2 onest-latin.woff2 "$latin" kern,liga,tnum,lnum,ccmp,mark,locl,case
cut $from/onest/files/onest-cyrillic-wght-normal.woff2 onest-cyrillic.woff2 "$cyrillic" kern,liga,tnum,lnum,ccmp,mark,locl,case
cut $from/onest/files/onest-latin-ext-wght-normal.woff2 onest-currency.woff2 "$currency" kern,tnum

# Headings come in one weight.
for part in latin cyrillic; do
  python3 -m fontTools.varLib.instancer $from/unbounded/files/unbounded-$part-wght-normal.woff2 wght=700 -o "$heading/$part.ttf"
done
cut "$heading/latin.ttf" unbounded-latin.woff2 "$latin" kern,tnum
cut "$heading/cyrillic.ttf" unbounded-cyrillic.woff2 'U+0401,U+0410-044F,U+0451,U+2116' kern,tnum
