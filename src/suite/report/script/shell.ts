// The parts of shell (POSIX.1) that scripts of findings are made of.

/** A function of the shell that a script may define. */
type Helper = { name: string; text: readonly string[]; always?: true; needs?: 'openssl' };

/** The functions of scripts. A script defines those that it uses. */
export const HELPERS: readonly Helper[] = [
  {
    name: 'send',
    always: true,
    text: [
      'DIR=$(mktemp -d) && trap \'rm -rf "$DIR"\' EXIT',
      "SALT=$(od -An -N4 -tx1 /dev/urandom | tr -d ' \\n')",
      '# send NUMBER LABEL CURL…: sends a request and keeps its reply',
      'send() {',
      '  number=$1; label=$2; shift 2',
      '  : >"$DIR/$number.body"',
      '  curl -sS -g --path-as-is --max-time 30 -D "$DIR/$number.head" -o "$DIR/$number.body" -w \'%{http_code}\' "$@" >"$DIR/$number.status"',
      '  printf \'%s. %s: %s\\n\' "$number" "$label" "$(cat "$DIR/$number.status")"',
      '}',
      '# value NUMBER MEMBER N K [TEXT]: the K-th string after the N-th member of that name in reply NUMBER; with TEXT,',
      '# the members after TEXT are counted, or with a negative N those before it',
      'value() {',
      '  tr \'\\n\' \' \' <"$DIR/$1.body" | awk -v name="\\"$2\\"[ \\t]*:" -v n="$3" -v k="$4" -v beside="$5" \'{',
      '    text = $0; count = 0',
      '    if (beside != "") { at = index(text, beside); if (!at) exit; text = n < 0 ? substr(text, 1, at) : substr(text, at) }',
      '    if (n < 0) { rest = text; while (match(rest, name)) { count++; rest = substr(rest, RSTART + RLENGTH) } n = count + n + 1 }',
      '    while (n-- > 0) { if (!match(text, name)) exit; text = substr(text, RSTART + RLENGTH) }',
      '    while (k-- > 0) { if (!match(text, /"[^"]*"/)) exit; found = substr(text, RSTART + 1, RLENGTH - 2); text = substr(text, RSTART + RLENGTH) }',
      '    gsub(/\\\\\\//, "/", found); print found',
      "  }'",
      '}',
      '# compare NUMBER PART THEN: prints the reply in the run and the reply now',
      'compare() {',
      '  printf \'\\n%s. in the run: %s\\n%s. now:        %s \' "$1" "$3" "$1" "$(cat "$DIR/$1.status")"',
      "  sed -n 's/^[Cc]ontent-[Tt]ype: *//p' \"$DIR/$1.head\" | tr '\\r\\n' '  '",
      '  head -c 60000 "$DIR/$1.$2" | tr -d \'\\000-\\010\\013-\\037\\177\'; echo',
      '}',
    ],
  },
  {
    name: 'await',
    text: [
      '# await TEXT NUMBER LABEL CURL…: sends a read until its reply contains the text, at most 10 times',
      'await() {',
      '  text=$1; tries=0; shift',
      '  while [ $tries -lt 10 ]; do',
      '    send "$@" >"$DIR/log"; tries=$((tries + 1))',
      '    if tr -d \' \\n\' <"$DIR/$1.body" | grep -qF "$(printf %s "$text" | tr -d \' \')"; then break; fi',
      '    sleep 1',
      '  done',
      '  cat "$DIR/log"',
      '}',
    ],
  },
  {
    name: 'repeat',
    text: [
      '# repeat TIMES NUMBER LABEL CURL…: sends a request several times',
      'repeat() {',
      '  times=$1; shift',
      '  while [ "$times" -gt 0 ]; do send "$@"; times=$((times - 1)); done',
      '}',
    ],
  },
  {
    name: 'totp',
    needs: 'openssl',
    text: [
      '# totp SECRET: a TOTP code (RFC 6238) that this script has not sent',
      'totp() {',
      "  key=$(printf %s \"$1\" | tr -d ' =-' | tr 'a-z' 'A-Z' | awk '{ for (i = 1; i <= length($0); i++) { bits = bits * 32 + index(\"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567\", substr($0, i, 1)) - 1; n += 5; if (n >= 8) { n -= 8; p = 2 ^ n; byte = int(bits / p); printf \"%02x\", byte; bits -= byte * p } } }')",
      '  while c=$(($(date +%s) / 30)); [ "$c" = "$(cat "$DIR/totp" 2>/dev/null)" ]; do sleep 1; done',
      '  echo "$c" >"$DIR/totp"',
      '  mac=$(printf "$(printf \'\\\\000\\\\000\\\\000\\\\000\\\\%03o\\\\%03o\\\\%03o\\\\%03o\' $((c >> 24 & 255)) $((c >> 16 & 255)) $((c >> 8 & 255)) $((c & 255)))" | openssl dgst -sha1 -mac HMAC -macopt "hexkey:$key" | awk \'{ print $NF }\')',
      '  at=$((0x$(printf %s "$mac" | cut -c40) * 2 + 1))',
      '  printf %06d $(((0x$(printf %s "$mac" | cut -c$at-$((at + 7))) & 0x7fffffff) % 1000000))',
      '}',
    ],
  },
  {
    name: 'part',
    text: ['# part N TOKEN: the N-th part of a token', 'part() { printf %s "$2" | cut -d. -f"$1"; }'],
  },
  {
    name: 'unbase64',
    needs: 'openssl',
    text: [
      '# unbase64, base64url: decode and encode standard input (RFC 4648, 5)',
      'unbase64() {',
      `  text=$(tr '_-' '/+'); while [ $(($(printf %s "$text" | wc -c) % 4)) -ne 0 ]; do text=$text=; done`,
      '  printf %s "$text" | openssl base64 -d -A',
      '}',
    ],
  },
  {
    name: 'base64url',
    needs: 'openssl',
    text: ["base64url() { openssl base64 -A | tr '/+' '_-' | tr -d =; }"],
  },
];
