/*
 * What strangers write where a path of the site belongs: ways to another host that some browser or proxy has once followed.
 */
const hosts = ['evil.example', 'evil.example%00.localhost', '127.0.0.1:1', '[::1]', 'xn--e1afmkfd.example', 'user:pw@evil.example', 'aurora.localhost.evil.example']
const prefixes = ['//', '///', '////', '/\\', '\\\\', '\\/', '/%5c', '/%5C', '/%2f', '/%2F', '/%252f', '/\t/', '/\n/', '/\r/', '\t//', ' //', '/.//', '/..//', '/./\\', '/x/../..//', 'http:', 'http:/', 'http://', 'https://', 'HTTPS://', 'https:\\\\', 'javascript:', 'javascript://', 'data:text/html,', 'vbscript:', 'file://', 'blob:https://', 'ftp://', '//0x7f.1/', '/%09/', '/%0a/', '/%0d/', '/\u0000/', '/\u2028/', '/%u002f', '/／', '/\u{1d15d}/', '@', '/@', '.', ';//', '?//', '#//', '/;@', 'https:evil.example/', 'h\tttps://', '//\t', '/%00//', '/%7f/', '//%2e', '/\\/\\', '/%e2%80%a8/', '/\\t/', '%2f%2f', '%5c%5c', '/ /', '//google.com%2f@', '/%2f%2f', '/..%2f', '/%2e%2e//', '/~//..//', '///\\', '\\', '/\\\\', 'https%3a//', '/?to=', '/#@']
const tails = ['', '/', '/path?x=1#y', '/%2e%2e']

/** Each prefix before each host, with one of the tails behind it. */
export const redirectForms: readonly string[] = prefixes.flatMap((prefix, row) => hosts.map((host, column) => `${prefix}${host}${tails[(row + column) % tails.length]}`))
