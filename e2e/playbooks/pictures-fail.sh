codes_of_pack 1
buy pubg "$(uc 1)"; delivered
key=$(curl -s "http://$LAREK_HTTP_ADDR/api/games/1/" | grep -o '/media/[^/"]*' | head -n 1 | cut -d/ -f3)
picture() { curl -s -o /dev/null -w '%{http_code}' "http://$LAREK_HTTP_ADDR/media/$key/$1"; }
has "$(play 'curl -sI "http://$LAREK_HTTP_ADDR/media/KEY/640.png"' KEY="$key")" '200 OK'
from=$(log_end api)
rm "$home/bin/vipsthumbnail"
variants=$(find "$home/blob" -type d -name variants)
rm -rf "$variants"
is 'a new size' "$(picture 320.webp)" 500
log_has api 'executable file not found' "$from"
has "$(PATH=$home/bin .dev/bin/larek doctor 2>&1 || true)" 'libvips        exec: "vipsthumbnail": executable file not found'
ln -s "$(command -v vipsthumbnail)" "$home/bin/"
is 'the same size, without a restart' "$(picture 320.webp)" 200
play 'larek doctor' | grep '^libvips'
play 'vipsthumbnail --version'
play 'df -h'
# not tried: apt-get install libvips-tools

# The store does not take it: a file where its folder should be.
from=$(log_end api)
rm -rf "$variants"; : >"$variants"
is 'a new size' "$(picture 640.webp)" 500
log_has api 'request failed.*not a directory' "$from"
rm "$variants"
is 'the same size' "$(picture 640.webp)" 200
is 'a size outside the list' "$(picture 641.webp)" 404

# The masters are lost and come back from a copy: this shop has orders, and seed refuses it.
mv "$home/blob/masters" "$home/masters" && rm -rf "$variants"
is 'a picture whose master is lost' "$(picture 640.webp)" 404
from_page 'make seed' # is larek seed for this database
has "$(larek seed 2>&1 || true)" 'contains real orders'
mv "$home/masters" "$home/blob/masters"
is 'the same picture' "$(picture 640.webp)" 200
