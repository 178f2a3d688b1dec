#!/bin/sh
# Puts a build of admin-app, portal-app or shared-ui where a file server reads it:
#
#   deploy-files.sh <build or artefact.tar.gz> <target>
#
# Files with a hash in their name (assets/) come first: added, never overwritten, so that open tabs find theirs. Then what
# keeps its name, each by an atomic rename, and last what names all others: index.html and remoteEntry.js. Whoever asks
# meanwhile gets the release before or this one, whole. Ended at any point, it leaves the release before in place; run
# again, it finishes. Rolling back is deploying the older artefact.
#
# Assets go away DEPLOY_KEEP_DAYS (30) after the last release that names them was replaced. POSIX sh and busybox.
set -eu
export LC_ALL=C
umask 022

[ $# -eq 2 ] || { echo "usage: $0 <build or artefact.tar.gz> <target>" >&2; exit 2; }
keep_days=${DEPLOY_KEEP_DAYS:-30}

fail() {
  echo "deploy-files: $1" >&2
  exit 1
}

[ -e "$1" ] || fail "$1 is not there"
mkdir -p "$2/assets" "$2/.releases"
target=$(cd "$2" && pwd)

# Two at once take turns; the lock goes with the process, however that ends.
exec 9> "$target/.releases/lock"
flock 9

# On the same file system as the target, or a rename would be a copy. What a killed run left goes first.
work=$target/.releases/incoming
rm -rf "$work"
mkdir "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

build=$1
if [ -f "$build" ]; then
  artefact=$(basename "$build")
  if [ -f "$build.sha256" ]; then
    (cd "$(dirname "$build")" && sha256sum -c "$artefact.sha256" > /dev/null 2>&1) || fail "$artefact is not what its .sha256 says"
  fi
  mkdir "$work/build"
  tar -xzf "$build" -C "$work/build" || fail "$artefact cannot be unpacked"
  build=$work/build
fi
build=$(cd "$build" && pwd)
[ -f "$build/index.html" ] || [ -f "$build/remoteEntry.js" ] || fail "$1 is no build: it has neither index.html nor remoteEntry.js"

# A build's own notes (dot files, the stamp of scripts/build.ts) are not served.
(cd "$build" && find . -type f ! -path './.*' ! -name built-from.sha256 | sed 's|^\./||' | sort) > "$work/files"
grep '^assets/' "$work/files" > "$work/assets" || fail "$1 has no assets"
{
  grep -v -e '^assets/' -e '^index\.html' -e '^remoteEntry\.js' "$work/files" || true
  # Compressed copies before what they are copies of.
  grep -e '^index\.html' -e '^remoteEntry\.js' "$work/files" | sort -r
} > "$work/stable"

# Nothing is changed before this is sure: a name with a hash stands for one content, for ever. Compressed copies may
# differ by the program that made them.
while read -r file; do
  case $file in *.gz | *.br) continue ;; esac
  if [ -e "$target/$file" ] && ! cmp -s "$build/$file" "$target/$file"; then
    fail "$file is there already with another content"
  fi
done < "$work/assets"

# Copied first, renamed then: no file is ever seen half.
mkdir "$work/new"
cp -R "$build/assets" "$work/new/"
chmod -R u=rwX,go=rX "$work/new"
while read -r file; do
  [ ! -e "$target/$file" ] || echo "$file"
done < "$work/assets" > "$work/there"
(cd "$work/new" && xargs rm -f) < "$work/there"
(cd "$work/new" && find assets -depth -type d) | while read -r folder; do
  mkdir -p "$target/$folder"
  # A folder's own folders are done, and empty.
  find "$work/new/$folder" -mindepth 1 -type d -exec rm -rf {} +
  [ -z "$(ls "$work/new/$folder")" ] || mv -f "$work/new/$folder"/* "$target/$folder/"
done

place() {
  [ -d "$target/${1%/*}" ] || [ "${1%/*}" = "$1" ] || mkdir -p "$target/${1%/*}"
  cp "$build/$1" "$work/next"
  chmod u=rw,go=r "$work/next"
  mv -f "$work/next" "$target/$1"
}

# What is named from now on, and, until this moment, by the release before: its days count from now.
if [ -f "$target/.releases/current" ]; then
  touch "$target/.releases/$(cat "$target/.releases/current")"
fi
release=$(sha256sum < "$work/files" | cut -c 1-16)
cp "$work/assets" "$work/next"
mv -f "$work/next" "$target/.releases/$release"

while read -r file; do
  if [ ! -e "$target/$file" ]; then
    place "$file"
  elif ! cmp -s "$build/$file" "$target/$file"; then
    # nginx tells a file's versions apart by the second and the size.
    [ "$(date -r "$target/$file" +%s)" -lt "$(date +%s)" ] || sleep 1
    place "$file"
  fi
done < "$work/stable"
# A compressed copy of the release before would be sent in place of this one's file.
while read -r file; do
  for copy in "$file.gz" "$file.br"; do
    [ -e "$build/$copy" ] || rm -f "$target/$copy"
  done
done < "$work/stable"

echo "$release" > "$work/next"
mv -f "$work/next" "$target/.releases/current"

find "$target/.releases" -type f ! -name lock ! -name current ! -name "$release" -mtime +"$keep_days" -exec rm -f {} +
find "$target/.releases" -type f ! -path "$work/*" ! -name lock ! -name current -exec cat {} + | sort -u > "$work/named"
(cd "$target" && find assets -type f -mtime +"$keep_days") | sort > "$work/old"
grep -vxF -f "$work/named" "$work/old" > "$work/gone" || true
while read -r file; do
  rm -f "$target/$file"
done < "$work/gone"
find "$target/assets" -mindepth 1 -type d -empty -exec rmdir {} + 2> /dev/null || true
