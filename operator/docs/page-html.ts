type Entry = { name: string; title: string }
type Page = Entry & {
  menu: readonly Entry[]
  sections: readonly { id: string; title: string }[]
  body: string
}

const styles = `
:root { color-scheme: light dark; --bg: #fff; --text: #1c1b1a; --muted: #5c5a57; --line: #dedad4;
  --soft: #f5f3f0; --brand: #7a3b2a; --focus: #1d4ed8 }
@media (prefers-color-scheme: dark) { :root { --bg: #191817; --text: #f2efea; --muted: #b3afa8;
  --line: #3b3936; --soft: #242321; --brand: #f0a68f; --focus: #93b4ff } }
* { box-sizing: border-box }
html { background: var(--bg); color: var(--text); font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto,
  'Helvetica Neue', sans-serif; -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 46rem); gap: 3rem;
  max-width: 72rem; margin-inline: auto; padding: 2rem 1.5rem 5rem }
main { grid-area: 1 / 2 }
nav { grid-area: 1 / 1; position: sticky; top: 2rem; align-self: start; max-height: calc(100vh - 4rem); overflow-y: auto }
nav strong { display: block; font-size: 1.125rem; margin-bottom: .75rem }
nav ul { list-style: none; margin: 0; padding: 0 }
nav ul ul { margin: 0 0 .5rem .75rem; border-left: 1px solid var(--line); padding-left: .75rem; font-size: .875rem }
nav a { display: block; padding: .375rem .5rem; border-radius: 6px; color: var(--text); text-decoration: none }
nav a:hover { background: var(--soft) }
nav a[aria-current] { background: var(--soft); color: var(--brand); font-weight: 600 }
a { color: var(--brand); text-underline-offset: 3px }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; overflow-wrap: break-word }
h1 { font-size: clamp(1.75rem, 1.4rem + 1.8vw, 2.25rem); margin: 0 0 1rem }
h2 { font-size: clamp(1.375rem, 1.2rem + 1vw, 1.625rem); margin: 2.5rem 0 .75rem; padding-top: .5rem }
h3 { font-size: 1.125rem; margin: 1.75rem 0 .5rem }
p, ul, ol, pre, table { margin: 0 0 1rem }
li { margin: .25rem 0 }
li::marker { color: var(--muted) }
code { font: .9em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--soft);
  border-radius: 4px; padding: .1em .3em; overflow-wrap: anywhere }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 12px; padding: 1rem; overflow-x: auto }
pre code { background: none; padding: 0; overflow-wrap: normal }
img { max-width: 100%; height: auto; border-radius: 12px }
table { display: block; overflow-x: auto; border-collapse: collapse }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line) }
.to-pages { display: none }
li > strong > code { font-weight: 700 }
.skip { position: absolute; left: -100vw } .skip:focus { left: 1rem; background: var(--bg) }
@media (max-width: 56rem) { body { display: block; padding: 1.25rem 1rem 4rem }
  nav { position: static; max-height: none; border-top: 1px solid var(--line); margin-top: 2.5rem;
    padding-top: 1.5rem } .to-pages { display: block; margin-bottom: 1rem; padding: .5rem 0 } nav ul ul { display: none } nav a { padding-block: .5rem } }
@media print { nav, .skip { display: none } body { display: block } }
`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A page of the documentation as a whole HTML document, which needs nothing else. */
export function pageHtml({ name, title, menu, sections, body }: Page): string {
  const below = sections
    .map(({ id, title: text }) => `<li><a href="#${id}">${escaped(text)}</a></li>`)
    .join('')
  const links = menu.map((entry) => {
    const current = entry.name === name
    return (
      `<li><a href="${entry.name}.html"${current ? ' aria-current="page"' : ''}>${escaped(entry.title)}</a>` +
      `${current && below ? `<ul>${below}</ul>` : ''}</li>`
    )
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}${name === 'index' ? '' : ' – Stamgast'}</title>
<style>${styles}</style>
<a class="skip" href="#content">Skip to the text</a>
<a class="to-pages" href="#pages">All pages</a>
<main id="content">
${body}
</main>
<nav id="pages" aria-label="Documentation"><strong>Stamgast</strong><ul>${links.join('')}</ul></nav>
</html>
`
}
