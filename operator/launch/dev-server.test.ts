/** @module-tag exhaustive */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDemoDb } from '#test/demo-db.ts'
import { freePort, getPage, startProcess } from '#test/process.ts'

const root = join(import.meta.dirname, '../..')

test('the development server serves sources, but neither data nor settings, and only to localhost', async () => {
  const testDb = await makeDemoDb()
  const data = join(root, `data/dev-server-test-${process.pid}`)
  mkdirSync(data, { recursive: true })
  writeFileSync(join(data, 'secret'), 'the secret of the demo')
  const secret = `data/dev-server-test-${process.pid}/secret`
  const settings = {
    DATABASE_URL: testDb.ownerUrl,
    DATABASE_APP_URL: testDb.appUrl,
    DEMO: 'force',
    HOST: '127.0.0.1',
  }
  const server = startProcess(await freePort(), settings, 'pipe', 'dev')
  const get = (path: string, host = `aurora.localhost:${server.port}`) => getPage(server.port, host, path)
  try {
    await server.ready()
    const page = await get('/behandlinger')
    expect([page.status, page.text.includes('/web/entry.client.tsx')]).toEqual([200, true])
    for (const path of ['/@vite/client', '/web/root.tsx', `/@fs${root}/web/css/app.css`])
      expect([path, (await get(path)).status]).toEqual([path, 200])

    for (const file of [
      secret,
      'package.json',
      '.env.example',
      'server/main.ts',
      'operator/launch/secret.ts',
    ])
      for (const path of [
        `/@fs${root}/${file}`,
        `/@fs${root}/web/../${file}`,
        `/@fs${root}/web/%2e%2e/${file}`,
      ])
        for (const query of ['', '?raw', '?import&raw', '?url', '?import&url&inline']) {
          const { status, text } = await get(path + query)
          expect([path + query, [403, 404].includes(status), text.includes('secret of the demo')]).toEqual([
            path + query,
            true,
            false,
          ])
        }
    for (const path of [
      `/${secret}`,
      '/.env',
      '/.env.example',
      '/package.json',
      '/.git/HEAD',
      '/web/../.env',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    expect((await get('/web/root.tsx', 'attacker.example')).status).toBe(403)
  } finally {
    await server.kill('SIGTERM')
    rmSync(data, { recursive: true })
    await testDb.close()
  }
})
