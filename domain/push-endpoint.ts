/**
 * The URL at a push service to which messages for one browser are posted. Browsers send it to us, so only the
 * known services are accepted: https, no login, no port (SSRF). Services: Chrome and others (Google), Firefox
 * (Mozilla), Safari (Apple), Edge (Microsoft).
 */
export const PUSH_ENDPOINT =
  /^https:\/\/(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com|[a-z0-9-]{1,60}\.notify\.windows\.com)\/[\w.~:/?&=%+-]{1,900}$/
