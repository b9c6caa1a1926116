import { spawnSync } from 'node:child_process'
import { copyFileSync, chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const version = '@sparticuz/chromium@153.0.0'

/**
 * Unpacks the Chromium of the npm package, for users who may not install system packages; tests find it in
 * data/.
 */
const folder = mkdtempSync(join(tmpdir(), 'stamgast-chromium-'))
const { status } = spawnSync(
  'npm',
  ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, version],
  { stdio: 'inherit' },
)
if (status !== 0) process.exit(1)
const { default: chromium } = (await import(
  pathToFileURL(join(folder, 'node_modules/@sparticuz/chromium/build/esm/index.js')).href
)) as { default: { executablePath(): Promise<string> } }
const target = join(import.meta.dirname, '../data/chromium')
mkdirSync(target, { recursive: true })
copyFileSync(await chromium.executablePath(), join(target, 'chromium'))
chmodSync(join(target, 'chromium'), 0o755)
