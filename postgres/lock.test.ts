import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { EmbeddedLocked } from './errors.ts'
import { acquireLock } from './lock.ts'

const ourselves = { uid: 0, gid: 0, drops: false }

test('a folder is locked while its owner lives, and the error names the pid', async () => {
  const folder = makeFolder()
  await acquireLock(folder, ourselves)
  const refused = await acquireLock(folder, ourselves).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(EmbeddedLocked)
  expect(String(refused)).toContain(`${folder} is in use by process ${process.pid}:`)
})

test('a released folder can be locked again, and only one file remains', async () => {
  const folder = makeFolder()
  for (let round = 0; round < 5; round++) {
    const release = await acquireLock(folder, ourselves)
    release()
  }
  expect(readdirSync(folder)).toEqual(['owner.5'])
})

test.each([
  ['a dead process', JSON.stringify({ pid: 4_194_303, started: '5' })],
  ['a process whose pid was reused', JSON.stringify({ pid: process.pid, started: '5' })],
  ['no process, as after a power cut', ''],
])('the lock of %s is taken over', async (_, content) => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'owner.7'), content)
  await acquireLock(folder, ourselves)
  expect(readdirSync(folder)).toEqual(['owner.8'])
})

test('exactly one of several concurrent processes becomes the owner', { timeout: 60_000 }, async () => {
  const folder = makeFolder()
  for (let round = 0; round < 2; round++) {
    const at = Date.now() + 1200
    const contenders = Array.from({ length: 6 }, () => contend(folder, at))
    const outcomes = await Promise.all(contenders.map(({ outcome }) => outcome))
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'EmbeddedLocked'), 'owner'])
    await Promise.all(contenders.map(({ die }) => die()))
  }
})

/** A process that locks the folder at that moment, and runs until it is killed. */
function contend(folder: string, at: number): { outcome: Promise<string>; die: () => Promise<void> } {
  const script = `
    import { acquireLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))}
    while (Date.now() < ${at});
    try {
      await acquireLock(${JSON.stringify(folder)}, { uid: 0, gid: 0, drops: false })
      console.log('owner')
    } catch (error) {
      console.log(error.name)
    }
    setInterval(() => {}, 1000)`
  const contender = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void contender.kill('SIGKILL'))
  const died = once(contender, 'exit')
  return {
    outcome: once(contender.stdout, 'data').then(([said]) => String(said).trim()),
    async die() {
      contender.kill('SIGKILL')
      await died
    },
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stamgast-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
