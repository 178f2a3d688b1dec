#!/bin/sh
# Gives the services of a part another image, one after the other, each once the one before is healthy; run on the
# machine of the composition, by .github/workflows/_deploy.yml:
#
#   sh -s -- <directory of docker-compose.yml> <image by digest> <service>… < roll.sh
#
# Which image a service runs is kept in releases/<service>.yml, and every call of compose there needs all of these
# (COMPOSE_FILE). A replica that does not become healthy gets its former image again and ends the roll; the others still
# run what they ran. Cut off at any point, it can be run again. Rolls wait for one another.
set -eu

[ $# -ge 3 ] || { echo 'usage: roll.sh <directory> <image> <service>…' >&2; exit 2; }
cd "$1"
image=$2
shift 2

mkdir -p releases
exec 9> releases/lock
flock 9

# COMPOSE_FILE names all files, so compose does not read docker-compose.override.yml by itself. Standard input is this
# script, so compose must not read it.
compose() {
  COMPOSE_FILE=docker-compose.yml
  for named in docker-compose.override.yml releases/*.yml; do
    [ ! -f "$named" ] || COMPOSE_FILE=$COMPOSE_FILE:$named
  done
  export COMPOSE_FILE
  docker compose "$@" < /dev/null
}

# Compose reads this from .env, so that `docker compose up` by hand runs what was released too. It names an override in any
# case, since compose would not see one that is written later.
keep_for_plain_compose() {
  [ -e docker-compose.override.yml ] || echo 'services: {}' > docker-compose.override.yml
  files=$(printf ':%s' releases/*.yml)
  [ -e .env ] || (umask 077 && : > .env)
  cp -p .env .env.next
  { grep -v '^COMPOSE_FILE=' .env || true; } > .env.next
  [ "$files" = ':releases/*.yml' ] || echo "COMPOSE_FILE=docker-compose.yml:docker-compose.override.yml$files" >> .env.next
  mv .env.next .env
}

start() {
  compose up --detach --no-deps --no-build --wait --wait-timeout 120 "$1"
}

for service; do
  file=releases/$service.yml
  # From a roll that was cut off: what ran before that one.
  [ -f "$file.before" ] || [ ! -f "$file" ] || cp "$file" "$file.before"
  # An image by its digest, in place of a build.
  printf 'services:\n  %s:\n    image: %s\n    build: !reset null\n' "$service" "$image" > "$file.next"
  mv "$file.next" "$file"
  keep_for_plain_compose
  if compose pull --quiet "$service" && start "$service"; then
    echo "$service runs $image"
    rm -f "$file.before"
    continue
  fi
  echo "$service did not become healthy with $image" >&2
  # Without a file it runs what was built on this machine.
  rm -f "$file"
  [ ! -f "$file.before" ] || mv "$file.before" "$file"
  keep_for_plain_compose
  start "$service"
  exit 1
done
