import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { docFiles } from '../docs/doc-pages.ts'
import type { Command } from './command.ts'
import { portOf } from './port.ts'
import { replaceFile } from './write-file.ts'

const DEFAULT_PORT = 4080

export const docsCommand: Command = {
  name: ['docs'],
  positionals: [],
  options: { '--port': '[N]', '--out': '[DIR]' },
  summary: 'Read the documentation in a browser',
  details: `\
Serves the folder docs as a site at http://localhost:N (default ${DEFAULT_PORT}), only for this machine; Ctrl-C
ends it. It needs no database and no connection to the internet. --out writes the site into DIR instead, as
HTML files that open by themselves; files of the same name are replaced.`,
  async run({ pathOf, printLine, printStatus }, _arguments, { '--port': port, '--out': out }) {
    const files = docFiles()
    if (out !== undefined) {
      mkdirSync(pathOf(out), { recursive: true })
      for (const [name, html] of files) replaceFile(join(pathOf(out), name), html)
      return printLine(`${out}: ${files.size} pages, beginning with index.html`)
    }
    const server = serveDocs(files)
    server.listen(portOf(port, DEFAULT_PORT), '127.0.0.1')
    await once(server, 'listening')
    printLine(`http://localhost:${(server.address() as AddressInfo).port}`)
    printStatus('Ctrl-C ends it.')
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    server.closeAllConnections()
    server.close()
  },
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** Serves the pages by their names, `/` as index.html. */
export const serveDocs = (files: ReadonlyMap<string, string>): Server =>
  createServer(({ method, url = '/' }, response) => {
    const name = /^\/([\w.-]*)(?:[?#]|$)/.exec(url)?.[1]
    const page = files.get(name === '' ? 'index.html' : (name ?? ''))
    const allowed = method === 'GET' || method === 'HEAD'
    response.writeHead(page && allowed ? 200 : allowed ? 404 : 405, {
      'content-type': page ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
    })
    response.end(method === 'HEAD' ? undefined : (page ?? 'There is no such page: / lists them.\n'))
  })
