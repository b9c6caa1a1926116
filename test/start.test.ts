import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLine, listPids } from '#postgres/process.ts'
import { makeDataDir } from '#test/postgres.ts'
import { freePort, getPage, startProcess, type ServerProcess } from '#test/process.ts'
import { exhaustive, perTier } from '#test/tier.ts'

const root = join(import.meta.dirname, '..')

const DATA_DIR = makeDataDir()
/** The first server of this folder, and how long its start took, seeding included. */
let first: ServerProcess
let firstMs: number
beforeAll(async () => {
  first = startProcess(await freePort(), { DATA_DIR })
  firstMs = await first.ready()
  console.log(`first start, seeding included: ${Math.round(firstMs)} ms`)
}, 300_000)
afterAll(async () => {
  await first.kill()
  rmSync(DATA_DIR, { recursive: true, force: true, maxRetries: 3 })
})

test(
  'the server serves, rejects a second process on its folder, survives kill -9, and stops',
  { timeout: 300_000 },
  async () => {
    const { port } = first
    const page = await getPage(port, 'aurora.localhost', '/behandlinger')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Aurora')
    await expect
      .poll(() => first.output())
      .toContain('Outbox and simulators are only for this machine, unless HOST is set.')

    const rival = startProcess(await freePort(), { DATA_DIR })
    await expect(rival.ready()).rejects.toThrow(
      new RegExp(`process ${first.child.pid}|pid ${first.child.pid}|${first.child.pid}`),
    )
    expect(rival.child.exitCode).toBe(1)

    await first.kill('SIGKILL')
    const second = startProcess(port, { DATA_DIR })
    console.log(`start after kill -9: ${Math.round(await second.ready())} ms`)
    // An open stream and pending requests do not prevent a clean stop.
    const stream = getPage(port, 'aurora.localhost', '/api/live')
    const running = Array.from({ length: 20 }, (_, index) =>
      getPage(port, 'aurora.localhost', `/behandlinger?page=${index}`),
    )
    await running[0]
    await second.kill('SIGTERM')
    expect(second.child.exitCode).toBe(0)
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(running.map(() => 200))
    expect((await stream).text).toContain('event: open')

    const third = startProcess(port, { DATA_DIR })
    console.log(`start after a clean stop: ${Math.round(await third.ready())} ms`)
    await third.kill('SIGTERM')
    expect(third.child.exitCode).toBe(0)
  },
)

test(
  'no page and no call loads the library of public holidays, which only the import and a job need',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stamgast-loaded-'))
    const [hook, loaded] = [join(folder, 'hook.mjs'), join(folder, 'loaded')]
    writeFileSync(
      hook,
      `import { registerHooks } from 'node:module'
      import { appendFileSync } from 'node:fs'
      const note = (url) => /date-holidays/.test(url) && appendFileSync(${JSON.stringify(loaded)}, url + '\\n')
      registerHooks({ resolve: (name, of, next) => { const found = next(name, of); note(found.url); return found } })`,
    )
    await first.kill('SIGTERM')
    const env = { DATA_DIR, NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` }
    const server = startProcess(await freePort(), env)
    await server.ready()
    const paths = ['/', '/booking', '/priser', '/book', '/book/matrix', '/api/services']
    for (const path of paths)
      expect((await getPage(server.port, 'fjord.localhost', path)).status, path).toBeLessThan(500)
    await server.kill('SIGTERM')
    expect(existsSync(loaded)).toBe(false)
    // The same hook notices it where the library is needed.
    const script = `const { findHolidays } = await import('./server/holiday/find-holidays.ts')
      await findHolidays({ country: 'NO', closed: 'all', today: '2026-12-01', language: 'no' })`
    const { status } = spawnSync(
      join(root, 'node_modules/node/bin/node'),
      ['--input-type=module', '--eval', script],
      { cwd: root, env: { ...process.env, ...env } },
    )
    expect([status, existsSync(loaded)]).toEqual([0, true])
    console.log(`public holidays: ${paths.length} requests to a salon with them, 0 loads of the library`)
    rmSync(folder, { recursive: true })
  },
)

/** START_MOMENTS=20 tries more. */
const MOMENTS = perTier(1, 12)

test(
  'a signal at any moment of the start stops PostgreSQL too',
  { ...exhaustive, timeout: 120_000 + MOMENTS * 60_000 },
  async () => {
    const folder = makeDataDir()
    const port = await freePort()
    const orphans = () => listPids().filter((pid) => commandLine(pid).some((word) => word.includes(folder)))
    try {
      for (let moment = 1; moment <= MOMENTS; moment += 1) {
        const server = startProcess(port, { DATA_DIR: folder })
        await sleep((firstMs * moment) / (MOMENTS + 1))
        await server.kill('SIGTERM')
        expect([moment, server.child.exitCode, server.child.signalCode, orphans()], server.output()).toEqual([
          moment,
          ...(server.child.signalCode ? [null, 'SIGTERM'] : [0, null]),
          [],
        ])
      }
      const taken = createServer().listen(port, '0.0.0.0')
      const refused = startProcess(port, { DATA_DIR: folder, HOST: '0.0.0.0' })
      await once(refused.child, 'exit')
      taken.close()
      expect([refused.child.exitCode, orphans()], refused.output()).toEqual([1, []])
      expect(refused.output()).toContain(`Port ${port} is in use: choose another with PORT.`)
      expect(refused.output()).not.toContain('"level":50')
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  },
)

test('an invalid setting and an unreachable database end the start with a one-line message', async () => {
  const wrong = startProcess(0, { PORT: 'eighty' })
  await expect(wrong.ready()).rejects.toThrow('PORT is a whole number')
  expect(wrong.output()).not.toContain('    at ')
  const DATABASE_URL = 'postgres://owner:password@127.0.0.1:1/none'
  const unreachable = startProcess(0, { DATABASE_URL, DEMO: 'force' })
  await expect(unreachable.ready()).rejects.toThrow('connect ECONNREFUSED 127.0.0.1:1')
  expect(unreachable.output()).not.toContain('    at ')
})

test('the shell commands find their project from any folder', exhaustive, () => {
  const { status, stdout } = spawnSync(join(root, 'bin/stamgast'), ['--help'], { cwd: '/', encoding: 'utf8' })
  expect([status, stdout.includes('tenant import')]).toEqual([0, true])
  const { status: ended, stderr } = spawnSync(join(root, 'bin/start'), {
    cwd: tmpdir(),
    encoding: 'utf8',
    env: { ...process.env, PORT: 'eighty' },
  })
  expect(ended).toBe(1)
  expect(stderr).toContain('PORT is a whole number')
})

test('an unknown command of the operator shows the help and exits with 2', exhaustive, () => {
  const { status, stdout, stderr } = spawnSync(
    join(root, 'node_modules/node/bin/node'),
    [join(root, 'bin/stamgast.ts'), 'frobnicate'],
    { encoding: 'utf8' },
  )
  expect(status).toBe(2)
  expect(stdout + stderr).toContain('tenant import')
})

test('a Node whose version cannot be read ends each command with one sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stamgast-node-'))
  writeFileSync(join(folder, 'node'), '#!/bin/sh\n[ "$1" = -v ] && echo v8.17.0-odd || exit 1\n', {
    mode: 0o755,
  })
  const { status, stderr } = spawnSync(join(root, 'bin/stamgast'), ['help'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env.PATH ?? ''}` },
  })
  rmSync(folder, { recursive: true })
  expect([status, stderr]).toEqual([1, 'Node 20 or newer is needed; this is v8.17.0-odd.\n'])
})
