import type { IncomingMessage, ServerResponse } from 'node:http'
import { people } from './people.ts'

const css = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:28rem;margin:0 auto;padding:2.5rem 1rem}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .5rem}
p{margin:0 0 1.5rem;opacity:.8}
button{display:block;width:100%;min-height:3.5rem;margin:0 0 .75rem;padding:.6rem 1rem;text-align:left;font:inherit;color:inherit;background:transparent;border:1px solid color-mix(in srgb,currentColor 55%,transparent);border-radius:12px;cursor:pointer}
button:focus-visible{outline:3px solid;outline-offset:2px}
small{display:block;opacity:.8}
.no{text-align:center;border-style:dashed}
`

/**
 * The account chooser with all simulated persons and a cancel button. `hidden` fields are posted with the
 * choice.
 */
export const chooser = (
  provider: string,
  action: string,
  hidden: Record<string, string> = {},
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Choose an account</title><style>${css}</style></head>
<body><main><h1>Choose an account</h1><p>This is the demo’s stand-in for ${provider}. No real account is needed.</p>
<form method="post" action="${escape(action)}">${Object.entries(hidden)
  .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
  .join('')}
${people.map(personButton).join('\n')}
<button class="no" name="person" value="none">Cancel</button></form></main></body></html>`

const escape = (text: string) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)

const MAX_FORM = 16 * 1024

/** Reads the fields of a posted form. */
export async function readPostedForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const part of request) {
    text += String(part)
    if (text.length > MAX_FORM) throw new Error('form too large')
  }
  return new URLSearchParams(text)
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

export function sendPage(response: ServerResponse, html: string): void {
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    })
    .end(html)
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}

const personButton = ({ id, firstname, lastname, email, note }: (typeof people)[number]): string => {
  const name = `${escape(`${firstname} ${lastname}`)}${email ? ` · ${escape(email)}` : ''}`
  return `<button name="person" value="${id}">${name}<small>${escape(note)}</small></button>`
}
