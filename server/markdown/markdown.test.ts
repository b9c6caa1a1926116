import { expect, test } from 'vitest'
import { listLinks, renderHtml, renderMarkdown, toSnippet } from './markdown.ts'
import { exhaustive } from '#test/tier.ts'

const md = (text: string) => renderMarkdown(text, {})
const picture = '/picture/0123456789abcdef0123456789abcdef-1000x750'

test.each([
  [
    '**bold** and *soft*, ~~gone~~, `code`',
    '<p><strong>bold</strong> and <em>soft</em>, <del>gone</del>, <code>code</code></p>',
  ],
  ['- one\n- two', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>'],
  ['3. three\n4. four', '<ol start="3">\n<li>three</li>\n<li>four</li>\n</ol>'],
  ['> said', '<blockquote>\n<p>said</p>\n</blockquote>'],
  ['a  \nb', '<p>a<br>\nb</p>'],
  ['---', '<hr>'],
  ['[book](/book?services=cut)', '<p><a href="/book?services=cut">book</a></p>'],
  [
    '[write](mailto:hej@aurora.example "Skriv")',
    '<p><a href="mailto:hej@aurora.example" title="Skriv">write</a></p>',
  ],
  [
    '[away](https://example.com/x)',
    '<p><a href="https://example.com/x" rel="noopener noreferrer nofollow">away</a></p>',
  ],
  [
    'www.example.com',
    '<p><a href="http://www.example.com" rel="noopener noreferrer nofollow">www.example.com</a></p>',
  ],
  ['Hår & skønhed < 3', '<p>Hår &#x26; skønhed &#x3C; 3</p>'],
  ['', ''],
])('%j becomes %s', (text, html) => {
  expect(md(text)).toBe(html)
})

test('a table keeps its alignment without a style attribute', () => {
  expect(md('| a | b |\n|:-|-:|\n| 1 | 2 |')).toContain('<th align="left">a</th>\n<th align="right">b</th>')
})

test('headings start at h2 for every level in the source, and skip no level', () => {
  const levels = (text: string) => [...md(text).matchAll(/<h(\d)/g)].map(([, level]) => Number(level))
  expect(levels('# a\n## b\n### c')).toEqual([2, 3, 4])
  expect(levels('### a\n### b\n#### c')).toEqual([2, 2, 3])
  expect(levels('# a\n##### b\n###### c\n## d')).toEqual([2, 3, 4, 3])
  expect(levels('###### a\n# b')).toEqual([2, 2])
  expect(levels(Array.from({ length: 6 }, (_, index) => `${'#'.repeat(index + 1)} x`).join('\n'))).toEqual([
    2, 3, 4, 5, 6, 6,
  ])
})

test('a footnote is rendered at the end, without text that the tenant did not write', () => {
  expect(md('Pris[^1]\n\n[^1]: Inkl. moms.')).toBe(
    '<p>Pris<sup>1</sup></p>\n\n<ol>\n<li>\n<p>Inkl. moms. </p>\n</li>\n</ol>\n',
  )
})

test('a picture of the site has a size and loads lazily; of others only the text remains', () => {
  expect(renderMarkdown('![Lys](/art/aurora/light.svg)', { '/art/aurora/light.svg': [1200, 800] })).toBe(
    '<p><img src="/art/aurora/light.svg" alt="Lys" width="1200" height="800" loading="lazy" ' +
      'decoding="async"></p>',
  )
  const html = md(`![Dør](${picture})`)
  expect(html).toContain(
    `${picture}/640.avif 640w, ${picture}/960.avif 960w, ${picture}/1000.avif 1000w" sizes="auto, ` +
      '(min-width: 45rem) 43rem, 100vw">',
  )
  expect(html).toContain(
    `<img src="${picture}/1000.webp" alt="Dør" width="1000" height="750" loading="lazy" ` +
      'decoding="async"></picture>',
  )
  expect(md('![Tracked](https://evil.example/x.gif)')).toBe('<p>Tracked</p>')
  expect(md('![](https://evil.example/x.gif)')).toBe('<p></p>')
  expect(md('![x](/art/aurora/unknown.svg)')).toBe('<p>x</p>')
  expect(renderMarkdown('![x](/art/constructor/x.svg)', {})).toBe('<p>x</p>')
  expect(md('![x](/art/../api/tenants)')).toBe('<p>x</p>')
  expect(md('![x](/api/tenants/aurora)')).toBe('<p>x</p>')
})

test('HTML within Markdown is removed, and the text around it stays', () => {
  expect(md('a <b onclick="x()">b</b> c')).toBe('<p>a b c</p>')
  expect(md('<script>alert(1)</script>\n\ntext')).toBe('\n<p>text</p>'.trim())
  expect(md('<!-- hidden -->shown')).not.toContain('hidden')
})

const hostile = [
  '<script>x()</script>',
  '<img src=x onerror=x()>',
  '<svg onload=x()>',
  '<svg><script>x()</script></svg>',
  '<math><mtext><table><mglyph><style><img src onerror=x()></style></mglyph></table></mtext></math>',
  '<iframe srcdoc="<script>x()</script>"></iframe>',
  '<iframe src=javascript:x()>',
  '<a href="javascript:x()">a</a>',
  '<a href="JaVa\tScript:x()">a</a>',
  '<a href="&#106;avascript:x()">a</a>',
  '<a href="\u0001javascript:x()">a</a>',
  '<a href="data:text/html,<script>x()</script>">a</a>',
  '<a href="vbscript:x">a</a>',
  '<a href="//evil.example">a</a>',
  '<a href="https://a@evil.example">a</a>',
  '<a href="/\\evil.example">a</a>',
  '<form action=https://evil.example><input name=password><button>x</button></form>',
  '<style>@import url(https://evil.example)</style>',
  '<p style="background:url(https://evil.example)">x</p>',
  '<link rel=stylesheet href=https://evil.example>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<base href=https://evil.example>',
  '<object data=https://evil.example></object>',
  '<embed src=https://evil.example>',
  '<video src=https://evil.example onerror=x()></video>',
  '<audio src=x onerror=x()>',
  '<details open ontoggle=x()>',
  '<body onload=x()>',
  '<marquee onstart=x()>',
  '<input autofocus onfocus=x()>',
  '<textarea><img src=x onerror=x()></textarea>',
  '<select><option onclick=x()>',
  '<noscript><p title="</noscript><img src=x onerror=x()>"></noscript>',
  '<template><script>x()</script></template>',
  '<p id=root class=x data-y=z>p</p>',
  '<img name=body src="/art/a/x.svg">',
  '<a id=x name=y href=/ target=_blank download ping=https://evil.example>a</a>',
  '<img src=x srcset="https://evil.example/x 1x">',
  '<picture><source srcset=https://evil.example/x></picture>',
  '<!--><img src=x onerror=x()>-->',
  '<![CDATA[<img src=x onerror=x()>]]>',
  '<?xml version="1.0"?><x onclick=x()>',
  '<x-y is=z slot=a>t</x-y>',
  '<portal src=https://evil.example>',
  '<table background=https://evil.example><td background=javascript:x()>',
  '<xmp><img src=x onerror=x()></xmp>',
  '<title><img src=x onerror=x()></title>',
  '<plaintext><img src=x onerror=x()>',
]
/** Lists every tag and attribute of strictly serialised HTML: in its text `<` is escaped. */
function dangersIn(html: string): string[] {
  const tags = new Set(
    (
      'h2 h3 h4 h5 h6 p br hr strong b em i u s del ins mark small sub sup code pre blockquote ul ol li ' +
      'dl dt dd table caption thead tbody tfoot tr th td div span figure figcaption a img picture source'
    ).split(' '),
  )
  const names = new Set([
    'lang',
    'dir',
    'href',
    'title',
    'rel',
    'src',
    'alt',
    'width',
    'height',
    'loading',
    'decoding',
    'type',
    'srcset',
    'sizes',
    'start',
    'align',
    'colspan',
    'rowspan',
  ])
  const unread = html.replace(/<\/[a-z0-9]+>|<([a-z0-9]+)((?: [a-z]+(?:="[^"<>]*")?)*)>/g, '')
  return [
    ...(/[<>]/.test(unread.replaceAll('>', '')) ? [unread] : []),
    ...[...html.matchAll(/<([a-z0-9]+)((?: [a-z]+(?:="[^"<>]*")?)*)>/g)].flatMap(
      ([whole, tag = '', rest = '']) => {
        const attributes = [...rest.matchAll(/ ([a-z]+)(?:="([^"]*)")?/g)]
        const led = attributes.some(
          ([, name, value = '']) =>
            (name === 'href' && !/^(https?:\/\/(?!a@)[^/]|mailto:|tel:|\/(?![/\\]))/.test(value)) ||
            (name === 'src' && !/^\/(art|picture)\//.test(value)),
        )
        return !tags.has(tag) || led || attributes.some(([, name = '']) => !names.has(name)) ? [whole] : []
      },
    ),
  ]
}

test('the check of the next test detects every danger in unsanitised HTML', () => {
  expect(hostile.filter((text) => dangersIn(text).length === 0)).toEqual([])
})

test.each(hostile)('%j is harmless as a message and as Markdown', (text) => {
  const whole = `<p>before</p>${text}`
  expect(renderHtml(whole)).toContain('<p>before</p>')
  for (const html of [
    renderHtml(text),
    renderHtml(whole),
    md(text),
    md(`before ${text} after`),
    md(`- ${text}`),
  ])
    expect(dangersIn(html)).toEqual([])
})

test.each([
  '[a](javascript:x())',
  '[a](<java\tscript:x()>)',
  '[a](&#106;avascript:x())',
  '[a](data:text/html,x)',
  '[a](//evil.example)',
  '<javascript:x()>',
  '[a]: javascript:x()\n\n[a]',
  '![a](javascript:x())',
  '![a](data:image/svg+xml,x)',
  '[![a](https://evil.example/x)](javascript:x())',
  '[a](https://user@evil.example)',
  '[a](vbscript:x)',
])('Markdown %j has no link', (text) => {
  expect(/href=|src=|<a/.exec(md(text))?.[0]).toBeUndefined()
})

test('a message keeps its structure', () => {
  expect(
    renderHtml(
      '<h1>Hej</h1><p>Se <a href="https://example.com">her</a> og <b>nu</b></p><ul><li>en</li></ul>',
    ),
  ).toBe(
    '<h2>Hej</h2><p>Se <a href="https://example.com" rel="noopener noreferrer nofollow">her</a> og <b>' +
      'nu</b></p><ul><li>en</li></ul>',
  )
})

test('Markdown nested too deeply is empty instead of an error', exhaustive, () => {
  expect(renderHtml('<div>'.repeat(30_000))).toBeTypeOf('string')
  expect(md('>'.repeat(6_000))).toBeTypeOf('string')
  expect(toSnippet('>'.repeat(6_000))).toBeTypeOf('string')
  expect(md('[a](x'.repeat(1_000))).toBeTypeOf('string')
})

test('a snippet is one line without markup, cut between words to 200 characters and an ellipsis', () => {
  expect(
    toSnippet(
      '# Om *os*\n\nVi er **seks** [fagfolk](/team).\n\n- klip\n- farve\n\n![Dør](/art/x/y.svg)\n\n<b>' +
        'html</b> `kode`',
    ),
  ).toBe('Vi er seks fagfolk. klip farve html kode')
  expect(toSnippet('# Om *os*')).toBe('Om os')
  const two = 'Vi bruger kun produkter uden parfume og mineralsk olie. Det kan mærkes.'
  expect(toSnippet(two)).toBe(two)
  expect(toSnippet('x'.repeat(200))).toBe('x'.repeat(200))
  expect(toSnippet('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`)
  expect(toSnippet(`${'x'.repeat(199)} yy`)).toBe(`${'x'.repeat(199)}…`)
  expect(toSnippet(`${'x'.repeat(195)}, yyyyyyy`)).toBe(`${'x'.repeat(195)}…`)
  expect([...toSnippet('😀'.repeat(300))]).toHaveLength(201)
  expect(toSnippet('| a | b |\n|-|-|\n| 1 | 2 |')).toBe('a b 1 2')
  expect(toSnippet('![only](/art/x/y.svg)')).toBe('')
})

test('URLs in Markdown are found with their offsets', () => {
  const text =
    'See [a](/a) and ![b](pictures/b.jpg).\n\n![c][ref] [d][to]\n\n[ref]: pictures/c.png\n[to]: ' +
    'https://example.com'
  expect(listLinks(text).map(({ kind, url, from, until }) => [kind, url, text.slice(from, until)])).toEqual([
    ['link', '/a', '[a](/a)'],
    ['image', 'pictures/b.jpg', '![b](pictures/b.jpg)'],
    ['image', 'pictures/c.png', '[ref]: pictures/c.png'],
    ['link', 'https://example.com', '[to]: https://example.com'],
  ])
})
