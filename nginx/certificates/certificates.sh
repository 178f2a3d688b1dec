#!/bin/sh
# Keeps the certificate of the router's hosts by ACME (RFC 8555): lego proves that they are ours by files that nginx
# serves, and nginx reloads by itself once the certificate has changed. Without ACME_EMAIL, does nothing.
#
# A certificate is renewed when a third of its lifetime is left, and replaced when the hosts have changed. After a failure
# the next try is in 15 minutes, since authorities limit failures to five an hour.
set -u
umask 022
router=${ROUTER_DIRECTORY:-/router}
acme=${ACME_DIRECTORY:-/acme}
healthy=${HEALTHY_FILE:-/tmp/healthy}

say() { echo "certificates: $1"; }

# The hosts as the router reads them, in KNOWN_SERVER_NAMES. It reports invalid settings and exits.
. "${ROUTER_SETTINGS:-/usr/local/lib/15-router-settings.envsh}"

if [ -z "${ACME_EMAIL:-}" ]; then
  say 'ACME_EMAIL is not set: the certificate in secrets/ is used.'
  touch "$healthy"
  exec sleep infinity
fi

seconds_of() { date -d "$(openssl x509 -in "$certificate" -noout "-$1" | cut -d= -f2)" +%s; }

# Reads `lifetime` and `rest`, the seconds until the renewal, of the current certificate; 0 if there is none for these hosts.
read_certificate() {
  rest=0 lifetime=7776000
  [ -s "$certificate" ] && [ "$(cat "$acme/issued-for")" = "$wanted" ] || return 0
  end=$(seconds_of enddate)
  lifetime=$((end - $(seconds_of startdate)))
  rest=$((end - lifetime / 3 - $(date +%s)))
}

obtain() {
  rm -f "$acme/issued-for"
  # shellcheck disable=SC2086 # the options of each host
  lego --accept-tos --email "$ACME_EMAIL" --server "$ACME_SERVER" --path "$acme" \
    --http --http.webroot "$CHALLENGE_DIRECTORY" $options run && echo "$wanted" > "$acme/issued-for"
}

# The key first: nginx takes only a pair that fits, and looks again.
hand_over() {
  cmp -s "$certificate" "$router/tls_certificate" && return 0
  for each in "key tls_certificate_key" "crt tls_certificate"; do
    target=$router/${each#* }
    cp "${certificate%.crt}.${each%% *}" "$target.new" && chmod 444 "$target.new" && mv -f "$target.new" "$target" || return 1
  done
  say "nginx gets the certificate that ends on $(openssl x509 -in "$certificate" -noout -enddate | cut -d= -f2)."
}

# shellcheck disable=SC2086 # a list
names=$(printf '%s\n' $KNOWN_SERVER_NAMES | tr '[:upper:]' '[:lower:]' | sort -u)
options=$(printf -- '--domains %s ' $names)
wanted="$ACME_SERVER $(echo $names)"
certificate=$acme/certificates/$(echo "$names" | head -n 1).crt

while :; do
  read_certificate
  if { [ "$rest" -gt 0 ] || obtain; } && hand_over; then
    touch "$healthy"
    read_certificate
    wait=$((rest > 43200 ? 43200 : rest > 1 ? rest : 1))
  else
    rm -f "$healthy"
    wait=$((lifetime / 10 < 900 ? lifetime / 10 : 900))
    say "No new certificate for $(echo $names). The next try is in $wait seconds. Do these names lead to this machine, and does port 80 reach it?"
  fi
  sleep "$wait"
done
