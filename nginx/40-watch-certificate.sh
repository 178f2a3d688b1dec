#!/bin/sh
# Run by the router's entry point: reloads nginx when the certificate has changed, so that a renewed one is served without
# a person. One that nginx cannot use is reported, and the former one stays.
[ -n "${TLS_CERTIFICATE:-}" ] || exit 0

digest() { cat "$TLS_CERTIFICATE" "$TLS_CERTIFICATE_KEY" 2> /dev/null | sha256sum; }

watch() {
  served=$(digest) refused=''
  while sleep 10; do
    now=$(digest)
    if [ "$now" = "$served" ] || [ "$now" = "$refused" ]; then continue; fi
    # The files are replaced one after the other.
    sleep 2
    now=$(digest)
    if nginx -t -q && nginx -s reload; then
      served=$now
      echo "The changed certificate in $TLS_CERTIFICATE is served."
    else
      refused=$now
      echo "The changed certificate in $TLS_CERTIFICATE cannot be used: the former one is still served." >&2
    fi
  done
}
watch &
