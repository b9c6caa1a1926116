import { setTimeout as sleep } from 'node:timers/promises'
import { describeProblem } from '#contract/tenant-file.ts'
import type { TenantId } from '../data/db.ts'
import { pageRows } from '../data/page-import.ts'
import type { MadePicture } from '../data/picture.ts'
import type { PreparedPages } from '../content/prepare.ts'
import type { Draft } from './draft.ts'
import { listFiles } from './folder-files.ts'
import { readPageFolder, type FolderOf } from './page-folder.ts'

const LOOK_EVERY_MS = 300

/** `version` is another one for each good state of the folder; `faults` are those of the folder as it is, a sentence each, and `advice` what may be so and is hardly meant. */
export type FolderState = { version: number; faults: string[]; advice: string[] }
export type FolderDraft = Draft & { state(): FolderState; stop(): Promise<void> }
type Options = {
  tenant: TenantId
  /** What the folder is read with, asked anew each time. */
  read: () => Promise<Omit<FolderOf, 'tenant'>>
  onChange: (state: FolderState, pages: number) => void
}

/**
 * The pages of a folder as they are just now, or as they last were without a fault. Looks for changes by itself: not every folder,
 * on a network for one, tells of them.
 */
export async function openFolderDraft(
  folder: string,
  { tenant, read, onChange }: Options,
): Promise<FolderDraft> {
  const made = new Map<string, MadePicture>()
  let good: { rows: ReturnType<typeof pageRows>; prepared: PreparedPages } | null = null
  let state: FolderState = { version: Date.now(), faults: [], advice: [] }
  let seen = ''
  const stopping = new AbortController()

  async function look(): Promise<void> {
    const found = await listFiles(folder)
    const stamp = JSON.stringify(found)
    if (stamp === seen) return
    seen = stamp
    const { art, known } = await read()
    const next = await readPageFolder(folder, { tenant, art, known: [...known, ...made.values()] }, found)
    if (next.ok) {
      for (const picture of next.prepared.pictures) made.set(picture.id, picture)
      good = { prepared: next.prepared, rows: pageRows(tenant, next.prepared) }
    }
    if (next.ok) change({ version: state.version + 1, faults: [], advice: next.advice.map(describeProblem) })
    else change({ ...state, faults: next.problems.map(describeProblem) })
  }

  /** The same faults again are no news: a file is often seen half written. */
  function change(to: FolderState): void {
    if (to.version === state.version && to.faults.join('\n') === state.faults.join('\n')) return
    state = to
    onChange(state, good?.rows.length ?? 0)
  }

  function failed(error: unknown): void {
    seen = ''
    change({
      ...state,
      faults: [`The folder cannot be read: ${error instanceof Error ? error.message : String(error)}`],
    })
  }

  await look()
  const watching = watch(() => look().catch(failed), stopping.signal)
  return {
    rows: () => good?.rows ?? null,
    variant: ({ id, width, height }, asked) => {
      const picture = made.get(id)
      return picture?.width === width && picture.height === height ? variantOf(picture, asked) : null
    },
    state: () => state,
    async stop() {
      stopping.abort()
      await watching
    },
  }
}

const variantOf = ({ variants }: MadePicture, { width, format }: { width: number; format: string }) =>
  variants.find((one) => one.width === width && one.format === format)?.bytes ?? null

async function watch(look: () => Promise<void>, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopped }).catch(() => undefined)
    if (!stopped.aborted) await look()
  }
}
