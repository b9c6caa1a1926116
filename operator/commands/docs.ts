import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openServer } from '#server/http/listen.ts'
import { docFiles } from '../docs/doc-pages.ts'
import type { Command } from '../command-line/command.ts'
import { parsePort } from '../command-line/port.ts'

const DEFAULT_PORT = 4080

export const docsCommand: Command = {
  name: ['docs'],
  positionals: [],
  options: { '--port': '[N]', '--out': '[DIR]' },
  summary: 'Read the documentation in a browser',
  details: `\
Serves the folder docs as a site at http://localhost:N (default ${DEFAULT_PORT}), only for this machine; Ctrl-C
ends it. It needs no database and no connection to the internet. --out writes the site into DIR instead, as
HTML files that need no server; files of the same name are replaced.`,
  async run({ resolvePath, printLine, printStatus }, _arguments, { '--port': port, '--out': out }) {
    const files = docFiles()
    if (out !== undefined) {
      mkdirSync(resolvePath(out), { recursive: true })
      for (const [name, content] of files)
        writeFileSync(join(resolvePath(out), name), content, { flush: true })
      return printLine(`${out}: ${files.size} files, beginning with index.html`)
    }
    const server = await serveDocs(files, parsePort(port, DEFAULT_PORT))
    printLine(`http://localhost:${server.port}`)
    printStatus('Ctrl-C ends it.')
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    await server.close()
  },
}

const headers = {
  'content-security-policy':
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

const typeOf = (file: string | Uint8Array) =>
  typeof file === 'string' ? 'text/html; charset=utf-8' : 'image/png'

/** Serves the pages by their names, `/` as index.html. */
export const serveDocs = (files: ReturnType<typeof docFiles>, port: number) =>
  openServer({
    port,
    host: '127.0.0.1',
    first: () => false,
    fetch({ method, url }) {
      if (method !== 'GET' && method !== 'HEAD')
        return new Response('Method Not Allowed', { status: 405, headers })
      const page = files.get(new URL(url).pathname.slice(1) || 'index.html')
      return page === undefined
        ? new Response('There is no such page: / lists them.\n', { status: 404, headers })
        : new Response(page, { headers: { ...headers, 'content-type': typeOf(page) } })
    },
  })
