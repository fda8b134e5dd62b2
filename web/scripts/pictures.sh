#!/usr/bin/env bash
# Draws the pictures other sites show for the shop. Needs chromium (for the fonts) and vips.
set -euo pipefail
cd "$(dirname "$0")/.."
drawn=$(mktemp -d)
trap 'rm -r "$drawn"' EXIT

chromium --headless --no-sandbox --disable-gpu --allow-file-access-from-files --hide-scrollbars \
  --window-size=1200,630 --virtual-time-budget=2000 --screenshot="$drawn/og.png" "file://$PWD/scripts/og.svg" 2>/dev/null
vips pngsave "$drawn/og.png" public/og.png --palette --Q 90 --strip
# Home screens cut their own corners.
sed 's/ rx="10"//' public/favicon.svg >"$drawn/square.svg"
vips thumbnail public/favicon.svg public/favicon.png[strip] 48
for size in 180 512; do vips thumbnail "$drawn/square.svg" "public/icon-$size.png[palette,strip]" $size; done
