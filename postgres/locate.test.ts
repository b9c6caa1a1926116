import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeDataDir } from '#test/postgres.ts'
import { findPackage, provideBinaries } from './binaries.ts'
import { claimFolder, locate, openFolder } from './locate.ts'
import { chooseUser, canAccess } from './run-as.ts'
import { startEmbedded } from './start.ts'

const nobody = { uid: 65534, gid: 65534, drops: true }

test('the database is in the data folder if PostgreSQL can access it', () => {
  const folder = openFolder(makeFolder())
  const user = chooseUser(join(folder, 'cluster'))
  claimFolder(folder, user)
  expect(locate(folder, user, failOnLog)).toBe(folder)
  expect(statSync(folder).uid).toBe(user.uid)
})

test('the binaries are used in place if they can be executed', () => {
  const ourselves = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, drops: false }
  expect(provideBinaries(findPackage(), ourselves, failOnLog)).toBe(findPackage())
})

// Only root runs PostgreSQL as another user, who may have less access.
if (process.getuid?.() === 0)
  describe('as root', () => {
    test('PostgreSQL runs as uid 65534, or as the owner of an existing database', () => {
      const folder = makeFolder()
      expect(chooseUser(join(folder, 'cluster'))).toEqual(nobody)
      spawnSync('chown', ['4321:1234', folder])
      expect(chooseUser(folder)).toEqual({ uid: 4321, gid: 1234, drops: true })
    })

    test('PostgreSQL cannot access a folder with a closed parent', () => {
      const parent = makeFolder()
      const folder = openFolder(join(parent, 'home/data'))
      claimFolder(folder, nobody)
      expect(canAccess(nobody, folder)).toBe(true)
      chmodSync(parent, 0o700)
      expect(canAccess(nobody, folder)).toBe(false)
    })

    test(
      'a database with a closed parent is in the fallback directory, which is logged and found again',
      { timeout: 60_000 },
      async () => {
        const parent = makeFolder()
        chmodSync(parent, 0o700)
        const said: string[] = []
        const options = { dataDir: join(parent, 'data'), log: (message: string) => void said.push(message) }
        const first = await startEmbedded(options)
        onTestFinished(() => removeElsewhere(first.location))
        await first.stop()
        expect(first.location).not.toContain(parent)
        expect(statSync(first.location)).toMatchObject({ uid: 65534, mode: 0o40700 })
        const second = await startEmbedded(options)
        await second.stop()
        expect(second).toMatchObject({ location: first.location, ownerUrl: first.ownerUrl })
        const where = expect.stringContaining(`the database is in ${first.location}`)
        expect(said).toEqual([where, where])
      },
    )

    test('a moved data folder keeps its fallback directory, a copied one gets its own', () => {
      const parent = makeFolder()
      chmodSync(parent, 0o700)
      const elsewhere = locateUnder(join(parent, 'a'))
      cpSync(join(parent, 'a'), join(parent, 'copy'), { recursive: true })
      expect(locateUnder(join(parent, 'copy'))).not.toBe(elsewhere)
      renameSync(join(parent, 'a'), join(parent, 'moved'))
      expect(locateUnder(join(parent, 'moved'))).toBe(elsewhere)
    })

    test('a missing fallback directory is an error, not an empty database', () => {
      const parent = makeFolder()
      chmodSync(parent, 0o700)
      const elsewhere = locateUnder(join(parent, 'a'))
      rmSync(elsewhere, { recursive: true })
      expect(() => locateUnder(join(parent, 'a'))).toThrow(`was in ${elsewhere}, which is gone`)
    })

    test('a database whose parents were closed is rejected with instructions', () => {
      const parent = makeFolder()
      mkdirSync(join(parent, 'data/postgres/cluster'), { recursive: true })
      chmodSync(parent, 0o700)
      expect(() => locateUnder(join(parent, 'data'))).toThrow('chmod o+x')
    })

    test('binaries with a closed parent are copied once', { timeout: 60_000 }, () => {
      const parent = makeFolder()
      cpSync(dirname(findPackage()), join(parent, 'package'), { recursive: true, verbatimSymlinks: true })
      // As after an installation with umask 077 and with npm's scripts switched off.
      spawnSync('chmod', ['-R', 'go-rwx', parent])
      spawnSync('find', [parent, '-type', 'l', '-delete'])
      const native = join(parent, 'package/native')
      const said: string[] = []
      const copy = provideBinaries(native, nobody, (message) => void said.push(message))
      expect(copy).not.toBe(native)
      expect(provideBinaries(native, nobody, failOnLog)).toBe(copy)
      expect(spawnSync(join(copy, 'bin/initdb'), ['--version'], { uid: 65534 }).status).toBe(0)
      expect(said.length).toBeLessThanOrEqual(1)
    })
  })

function locateUnder(dataDir: string): string {
  const folder = openFolder(dataDir)
  claimFolder(folder, nobody)
  const location = locate(folder, nobody, () => {})
  onTestFinished(() => removeElsewhere(location))
  return location
}

function removeElsewhere(location: string): void {
  expect(dirname(location)).toMatch(/\/stamgast$/)
  if (existsSync(location)) rmSync(location, { recursive: true })
}

function failOnLog(message: string): void {
  throw new Error(`Unexpected log message: ${message}`)
}

function makeFolder(): string {
  const folder = makeDataDir()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
