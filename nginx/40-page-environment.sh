#!/bin/sh
# Fills this deployment's settings into the page of an app, when its container starts: the same element as the bff
# fills in (bff/src/features/apps). The page is written to a directory of its own: the files may be read-only.
set -eu
export LC_ALL=C

[ -f "$FILES_DIRECTORY/index.html" ] || exit 0
mkdir -p "$PAGE_DIRECTORY"

awk '
# A JSON string (RFC 8259, section 7) that cannot end the script element it stands in.
function json(value,    i, out, character) {
  for (i = 1; i <= length(value); i++) {
    character = substr(value, i, 1)
    out = out (character in escaped ? escaped[character] : character)
  }
  return "\"" out "\""
}

function check(name, pattern) {
  if (ENVIRON[name] !~ pattern) problems = problems "\n  " name ": must match " pattern
  return ENVIRON[name]
}

function settings(    name, phone, website, logo, api, ui, url) {
  name = check("AGENCY_NAME", ".")
  phone = check("AGENCY_PHONE", ".")
  website = check("AGENCY_WEBSITE", "^https?://")
  logo = ENVIRON["AGENCY_LOGO"] == "" ? "null" : json(check("AGENCY_LOGO", "^/"))
  api = check("API_BASE", "^(/|https?://)")
  ui = check("UI_BASE", "^(/|https?://).*/$")
  url = check("PUBLIC_URL", "^https?://")
  sub(/\/$/, "", url)
  return "{\"apiBase\":" json(api) ",\"uiBase\":" json(ui) ",\"agency\":{\"name\":" json(name) ",\"phone\":" json(phone) \
    ",\"website\":" json(website) ",\"logo\":" logo "},\"portalUrl\":" json(url "/session/") "}"
}

BEGIN {
  for (code = 1; code < 32; code++) escaped[sprintf("%c", code)] = sprintf("\\u%04x", code)
  escaped["\""] = "\\\""
  escaped["\\"] = "\\\\"
  escaped["<"] = "\\u003c"
  opening = "<script type=\"application/json\" id=\"env\">"
}

{ page = page $0 "\n" }

END {
  filled = settings()
  start = index(page, opening)
  if (start == 0) problems = problems "\n  index.html has no element for the settings"
  if (problems != "") {
    printf "The page cannot be filled in:%s\n", problems > "/dev/stderr"
    exit 1
  }
  rest = substr(page, start + length(opening))
  printf "%s%s%s%s", substr(page, 1, start - 1), opening, filled, substr(rest, index(rest, "</script>"))
}
' "$FILES_DIRECTORY/index.html" > "$PAGE_DIRECTORY/index.html"
