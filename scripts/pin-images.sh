#!/bin/sh
# Adds to the base images of all Dockerfiles the digest that the registry has for their version now, or renews it.
set -eu
cd "$(dirname "$0")/.."
find . -name node_modules -prune -o -name Dockerfile -print | while read -r file; do
  sed -n 's/^FROM \([^ @]*:[^ @]*\).*/\1/p' "$file" | sort -u | while read -r image; do
    digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
    case $digest in sha256:*) ;; *) echo "pin-images: no digest of $image" >&2; exit 1 ;; esac
    sed -i "s|^FROM $image\(@[^ ]*\)\{0,1\}|FROM $image@$digest|" "$file"
    echo "$file: $image@$digest"
  done
done
