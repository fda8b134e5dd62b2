vcl 4.1;
# Keeps pages that are the same for everybody in one market. Rendered by
# deploy/edge/render, which fills in the names between at signs.

import std;
import xkey;

backend web {
  .host = "@WEB_HOST@";
  .port = "@WEB_PORT@";
  .connect_timeout = 1s;
  .first_byte_timeout = 30s;
  .between_bytes_timeout = 10s;
  .max_connections = 256;
  # No probe: there is no other backend to ask instead, and one that is slow for a moment
  # would answer nothing at all. Which copy is asked is known to nginx, or a Service.
}

# The same server, asked whether the API behind it answers too. Never fetched from.
backend shop {
  .host = "@WEB_HOST@";
  .port = "@WEB_PORT@";
  .probe = {
    .url = "/readyz";
    .interval = 1s;
    .timeout = 2s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
  }
}

# Copies of the API, which tell of changed prices.
acl purgers {
  @PURGERS@
}

sub vcl_recv {
  if (req.method == "PURGE") {
    # nginx gives every visitor a request id; a purge never comes that way.
    if (client.ip !~ purgers || req.http.X-Request-Id) {
      return (synth(405, "Method Not Allowed"));
    }
    if (!req.http.xkey-purge) {
      return (synth(400, "Bad Request"));
    }
    set req.http.X-Purged = xkey.purge(req.http.xkey-purge);
    return (synth(200, "Purged"));
  }
  call market;
  # For the 404 page, which names the whole address; no page that is kept reads it.
  set req.http.X-Full-Path = req.url;
  set req.backend_hint = web;
  # A form sent without scripts is somebody's own, with their cookies both ways.
  if (req.method == "POST") {
    return (pass);
  }
  unset req.http.X-Pass;
  if (req.http.Cookie ~ "(?:^|; ?)pass=[^;]") {
    set req.http.X-Pass = regsub(req.http.Cookie, "^(?:.*; ?)?pass=([^;]+).*$", "\1");
  }
  # A page of one person asks whether there is a session, never whose. The pages
  # of an order ask whose: its owner sees more than the holder of its link. They
  # are passed below, and never kept.
  if (req.url ~ "^/ru/profile([/.?]|$)" && req.http.Cookie ~ "(?:^|; ?)access=[^;]") {
    set req.http.Cookie = "access=1";
  } else if (req.url !~ "^/ru/orders/") {
    unset req.http.Cookie;
  }
  unset req.http.Authorization;
  # Staff look at a shop that is closed to others.
  if (req.http.X-Pass) {
    if (req.http.Cookie) {
      set req.http.Cookie = req.http.Cookie + "; pass=" + req.http.X-Pass;
    } else {
      set req.http.Cookie = "pass=" + req.http.X-Pass;
    }
    return (pass);
  }

  # A copy lives for s-maxage, then serves for ten minutes while a new one is
  # fetched; for a day while no new one can be had.
  if (std.healthy(shop)) {
    set req.grace = 600s;
  } else {
    set req.grace = 24h;
  }

  # Pages of one person, whose query is theirs, and the router's own questions.
  if ((req.method != "GET" && req.method != "HEAD") ||
    req.url ~ "^/(__manifest|(ru/)?(auth|orders|preview|profile)([/.?]|$))") {
    return (pass);
  }
  # Any other parameter makes no other page. The list is web/server/queries.json.
  if (req.url ~ "\?") {
    set req.url = regsuball(req.url, "(?<=[?&])(?!(?:@QUERIES@)(?:=|&|$))[^&]*(?:&|$)", "");
    set req.url = regsub(req.url, "[?&]+$", "");
    set req.url = std.querysort(req.url);
  }
  return (hash);
}

# One small key stands for all cookies: nobody is known to a page that is kept.
sub market {
  set req.http.X-Country = "RU";
  if (req.http.Cookie ~ "(?:^|; ?)country=[A-Z]{2}(?:;|$)" &&
    req.http.User-Agent !~ "(?i)bot|crawl|spider|slurp|facebookexternalhit|preview") {
    set req.http.X-Country = regsub(req.http.Cookie, "^(?:.*; ?)?country=([A-Z]{2})(?:;.*)?$", "\1");
  }
}

sub vcl_hash {
  hash_data(req.url);
  hash_data(req.http.X-Country);
  return (lookup);
}

sub vcl_backend_response {
  if (bereq.method != "POST") {
    unset beresp.http.Set-Cookie;
  }
  if (beresp.http.Cache-Control ~ "s-maxage" && beresp.status < 500) {
    # Browsers would show a stale page while they revalidate: they ask each
    # time. Said here, once per copy; how long it lives is worked out already.
    set beresp.http.Cache-Control = "public, max-age=0, must-revalidate";
    set beresp.grace = 24h;
    set beresp.keep = 0s;
    set beresp.do_gzip = beresp.http.Content-Type ~ "^(text/|application/(json|xml|manifest)|image/svg)";
    return (deliver);
  }
  # A failure, or a page with a part missing, does not replace a good copy;
  # that a page is no more does.
  if (bereq.is_bgfetch && beresp.status != 404) {
    return (abandon);
  }
  # Asked for anew by everybody, but not one after another.
  set beresp.ttl = 5s;
  set beresp.uncacheable = true;
  return (deliver);
}

sub vcl_backend_error {
  # A copy of the page server that has just gone: another one is asked.
  if (bereq.retries == 0 && (bereq.method == "GET" || bereq.method == "HEAD")) {
    return (retry);
  }
  if (bereq.is_bgfetch) {
    return (abandon);
  }
  set beresp.http.Content-Type = "text/html; charset=utf-8";
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Retry-After = "5";
  set beresp.http.X-Content-Type-Options = "nosniff";
  set beresp.http.Content-Security-Policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  set beresp.ttl = 0s;
  set beresp.grace = 0s;
  set beresp.uncacheable = true;
  set beresp.body = std.fileread("@AWAY@");
  return (deliver);
}

sub vcl_deliver {
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
  unset resp.http.xkey;
  unset resp.http.Via;
  unset resp.http.X-Varnish;
}

sub vcl_synth {
  set resp.http.Content-Type = "text/plain; charset=utf-8";
  if (req.http.X-Purged) {
    set resp.http.X-Purged = req.http.X-Purged;
  }
  set resp.body = resp.reason + {"
"};
  return (deliver);
}
