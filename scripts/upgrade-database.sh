# ./agency upgrade-database: gives the composition's PostgreSQL another major version. The new server gets a folder of its own
# on the volume, a dump of the database, and is compared with the old one, table by table. The old folder stays. From the dump
# to the switch, staff and clients cannot work. Cut off at any point before the end, the old server goes on.

# whole_number TEXT
whole_number() { case ${1:-x} in *[!0-9]*) return 1 ;; esac; }

# in_new COMMAND…: in the container of the new server, as the database's superuser.
in_new() {
  docker exec "$new" sh -ec 'export PGUSER=postgres PGPASSWORD="$(cat /run/secrets/postgres_password)" PGTZ=UTC; "$@"' - "$@"
}

major_of() { sed -E 's/^[^0-9]*([0-9]+).*/\1/'; }

# can_back_up: whether core-api's pg_dump is not older than the new server.
can_back_up() {
  client=$(compose exec -T core-1 pg_dump --version | major_of)
  [ "$client" -ge "$server" ]
}

give_up() {
  status=$?
  [ "$status" != 0 ] || return 0
  [ -z "$new" ] || docker rm --force "$new" > /dev/null
  compose exec -T postgres rm -rf "/var/lib/postgresql/$to" "/var/lib/postgresql/upgrade.dump" || true
  [ -z "$stopped" ] || up core-1 core-2
  echo "agency: the database was not changed. Version $from goes on." >&2
}

# digests_of HOST: of each table its rows, and one hash of what is stored in them. Other columns are computed from these.
digests_of() {
  in_new psql --host="$1" --dbname=agency --no-psqlrc --quiet --tuples-only --no-align --command="$list" |
    docker exec --interactive "$new" sh -ec 'PGUSER=postgres PGPASSWORD="$(cat /run/secrets/postgres_password)" PGTZ=UTC \
      psql --host="$1" --dbname=agency --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1' - "$1"
}
list="SELECT format('SELECT %L, count(*), encode(sha256(coalesce(string_agg(d, '''' ORDER BY d), '''')), ''hex'') FROM
    (SELECT sha256(convert_to(ROW(%s)::text, ''UTF8'')) AS d FROM %I) AS rows;', relname,
    string_agg(quote_ident(attname), ', ' ORDER BY attname), relname)
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  GROUP BY relname ORDER BY relname"

# use_version VERSION: what compose runs from now on.
use_version() { keep POSTGRES_VERSION "$1" && start postgres; }

upgrade_database() {
  to=${1:-}
  whole_number "$to" || fail 'name the version: ./agency upgrade-database 18'
  lock
  from=$(compose exec -T postgres printenv POSTGRES_VERSION | tr -d '\r')
  whole_number "$from" || fail 'the database does not run: ./agency status'
  [ "$to" -gt "$from" ] || fail "the database has version $from, and never goes back to an older one"
  new='' stopped=''
  trap 'give_up; rm -rf "$work"' EXIT

  compose exec -T postgres rm -rf "/var/lib/postgresql/$to"
  new=$(POSTGRES_VERSION=$to compose run --detach --no-deps postgres | tail -n 1 | tr -d '\r')
  [ -n "$new" ] || fail "postgres:$to could not be started"
  for _ in $(seq 60); do
    ! in_new pg_isready --quiet --host=127.0.0.1 --dbname=agency > /dev/null 2>&1 || break
    sleep 2
  done
  in_new pg_isready --quiet --host=127.0.0.1 --dbname=agency || fail "version $to did not start: docker logs $new"

  server=$(in_new postgres --version | major_of)
  if ! can_back_up; then
    ! is_pinned || fail "core-api has pg_dump $client, which cannot back up version $server. Release one that was built with POSTGRES_CLIENT=$server first"
    keep POSTGRES_CLIENT "$server"
    say "Builds core-api with pg_dump $server…"
    quietly compose build core-1 || fail 'core-api could not be built.'
    for service in core-1 core-2; do start "$service" || fail "$service did not become healthy: docker logs $container"; done
    can_back_up || fail "core-api has pg_dump $client, which cannot back up version $server"
  fi

  say 'Stops core-api, and copies the database…'
  stopped=yes
  quietly compose stop core-1 core-2
  in_new pg_dump --host=postgres --format=custom --file=/var/lib/postgresql/upgrade.dump agency
  in_new pg_restore --host=127.0.0.1 --dbname=agency --single-transaction --exit-on-error /var/lib/postgresql/upgrade.dump
  in_new rm /var/lib/postgresql/upgrade.dump
  in_new vacuumdb --host=127.0.0.1 --analyze-only --quiet agency
  before=$(digests_of postgres)
  after=$(digests_of 127.0.0.1)
  if [ -z "$before" ] || [ "$before" != "$after" ]; then fail 'the new database has other rows than the old one'; fi

  docker stop --time 60 "$new" > /dev/null
  docker rm "$new" > /dev/null
  new=''
  if ! use_version "$to"; then
    use_version "$from" || true
    fail "version $to did not start on its own"
  fi
  stopped=''
  trap 'rm -rf "$work"' EXIT
  up core-1 core-2
  for service in core-1 core-2; do
    becomes_healthy "$service" || fail "PostgreSQL has version $to now, and $service is not healthy: docker logs $container"
  done
  say "PostgreSQL has version $to: $(echo "$after" | wc -l) tables, each with the same rows as before.
When all is well: docker compose exec postgres rm -r /var/lib/postgresql/$from"
}
