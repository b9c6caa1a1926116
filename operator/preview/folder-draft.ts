import { setTimeout as sleep } from 'node:timers/promises'
import type { Variant } from '#db/schema/page.ts'
import { variantWidths } from '#domain/picture-url.ts'
import { describeProblem } from '#contract/tenant-file/tenant-file.ts'
import type { TenantId } from '#server/database/db.ts'
import { pageRows } from '../tenant-file/page-import.ts'
import type { ProcessedPicture } from '#server/content/picture-queries.ts'
import { makeVariant } from '#server/content/process-picture.ts'
import type { PreparedPages } from '#server/content/prepare.ts'
import type { Draft } from '#server/context/context.ts'
import { listFiles } from '../page-folder/folder-files.ts'
import { readPageFolder, type FolderContext } from '../page-folder/page-folder.ts'

const POLL_INTERVAL_MS = 300

/** `version` counts valid states of the folder; `errors` and `warnings` are those of its current state. */
export type FolderState = { version: number; errors: string[]; warnings: string[] }
export type FolderDraft = Draft & { state(): FolderState; stop(): Promise<void> }
type Options = {
  tenant: TenantId
  /** The context of reading, fetched each time. */
  read: () => Promise<Omit<FolderContext, 'tenant'>>
  onChange: (state: FolderState, pages: number) => void
}

/**
 * The pages of a folder in its last valid state. Polls for changes: not every file system, a network share
 * for example, reports them.
 */
export async function openFolderDraft(
  folder: string,
  { tenant, read, onChange }: Options,
): Promise<FolderDraft> {
  const made = new Map<string, ProcessedPicture>()
  let good: { rows: ReturnType<typeof pageRows>; prepared: PreparedPages } | null = null
  let state: FolderState = { version: Date.now(), errors: [], warnings: [] }
  let seen = ''
  const stopping = new AbortController()

  async function poll(): Promise<void> {
    const found = await listFiles(folder)
    const stamp = JSON.stringify(found)
    if (stamp === seen) return
    seen = stamp
    const { art, known, languages } = await read()
    const next = await readPageFolder(
      folder,
      { tenant, languages, art, known: [...known, ...made.values()] },
      found,
    )
    if (next.ok) {
      for (const picture of next.prepared.pictures) made.set(picture.id, picture)
      good = { prepared: next.prepared, rows: pageRows(tenant, next.prepared) }
    }
    if (next.ok)
      change({ version: state.version + 1, errors: [], warnings: next.warnings.map(describeProblem) })
    else change({ ...state, errors: next.problems.map(describeProblem) })
  }

  /** Ignores unchanged errors: an editor may save a file in several steps. */
  function change(to: FolderState): void {
    if (to.version === state.version && to.errors.join('\n') === state.errors.join('\n')) return
    state = to
    onChange(state, good?.rows.length ?? 0)
  }

  function failed(error: unknown): void {
    seen = ''
    change({
      ...state,
      errors: [`The folder cannot be read: ${error instanceof Error ? error.message : String(error)}`],
    })
  }

  await poll()
  const watching = watch(() => poll().catch(failed), stopping.signal)
  return {
    rows: () => good?.rows ?? null,
    variant: ({ id, width, height }, requested) => {
      const picture = made.get(id)
      return picture?.width === width && picture.height === height ? renderVariant(picture, requested) : null
    },
    state: () => state,
    async stop() {
      stopping.abort()
      await watching
    },
  }
}

async function renderVariant(picture: ProcessedPicture, requested: Pick<Variant, 'width' | 'format'>) {
  const { width, format } = requested
  const found = picture.variants.find((one) => one.width === width && one.format === format)
  if (found) return found.bytes
  return variantWidths(picture.width).includes(width) ? makeVariant(picture, requested) : null
}

async function watch(poll: () => Promise<void>, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await sleep(POLL_INTERVAL_MS, undefined, { signal: stopped }).catch(() => undefined)
    if (!stopped.aborted) await poll()
  }
}
