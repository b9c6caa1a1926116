import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { dayLink, landingLink, pushDeviceLink, staffPushLink } from '#contract/links.ts'

const root = join(import.meta.dirname, '../..')
const stamp = join(root, 'build/.sources')
const sources = [
  'web',
  'domain',
  'contract',
  'text',
  'package-lock.json',
  'package.json',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'operator/launch/build.ts',
  'bin/text.ts',
]

function* files(path: string): Generator<string> {
  if (statSync(path).isFile()) return yield path
  for (const name of readdirSync(path).sort()) yield* files(join(path, name))
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of files(join(root, source)))
      if (!/\.test\.tsx?$/.test(file))
        hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function run(...command: string[]): void {
  const { status, stdout, stderr } = spawnSync(command[0] ?? '', command.slice(1), {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status === 0) return
  throw new Error(`The build failed at ${command.slice(1).join(' ')}:\n${stdout}${stderr}`)
}

/** Writes a brotli and a gzip form beside every built file, so that serving needs no compression. */
function compress(folder: string): void {
  for (const file of files(folder)) {
    const bytes = readFileSync(file)
    if (!/\.(js|css|svg)$/.test(file)) continue
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
    )
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

/** Writes the service workers of both sites; that of guests has the build's name and its list of files. */
function writeServiceWorkers(folder: string, name: string): void {
  const source = (file: string) => readFileSync(join(root, 'web', file), 'utf8')
  const served = [...files(join(folder, 'assets'))].map((file) => `/${relative(folder, file)}`)
  const push = (start: string, device: string) =>
    source('push-sw.js').replace('START', start).replace('DEVICE', device)
  const guests = source('sw.js')
    .replace('BUILD', name)
    .replace('FILES', () => JSON.stringify(served))
  writeFileSync(join(folder, 'sw.js'), `${guests}\n${push(landingLink(), pushDeviceLink())}`)
  writeFileSync(join(folder, 'staff-sw.js'), `${source('staff-sw.js')}\n${push(dayLink(), staffPushLink())}`)
}

/**
 * Builds the front end and the texts, unless they are up to date with the sources and the lock file.
 * @returns whether a build was necessary.
 */
export function build(): boolean {
  const wanted = fingerprint()
  if (existsSync(stamp) && existsSync(join(root, '.text/keys.ts')) && readFileSync(stamp, 'utf8') === wanted)
    return false
  rmSync(stamp, { force: true })
  run(process.execPath, join(root, 'bin/text.ts'))
  run(process.execPath, join(root, 'node_modules/.bin/react-router'), 'build')
  writeServiceWorkers(join(root, 'build/client'), wanted.slice(0, 16))
  compress(join(root, 'build/client'))
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(`${stamp}.new`, wanted)
  renameSync(`${stamp}.new`, stamp)
  return true
}

if (process.argv[1] === import.meta.filename) console.error(build() ? 'built' : 'the build is up to date')
