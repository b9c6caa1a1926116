import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** Maximum number of files in a folder of pages, pictures included. */
const MAX_FILES = 2_000
/** Maximum bytes of a page's file, several times its longest text. */
const MAX_BYTES = 500_000

/** `path`: relative to the folder, joined with `/`. `stamp` changes with the file. */
type FoundFile = { path: string; stamp: string }
export type Found = { files: FoundFile[]; errors: { path: string; message: string }[] }

/**
 * The files of a folder and its sub-folders, sorted. Skips names that begin with `.` or `_`, which editors
 * and drafts use. Does not follow links to other folders, which could leave the folder or form a cycle.
 */
export async function listFiles(folder: string): Promise<Found> {
  const found: Found = { files: [], errors: [] }
  const home = await realpath(folder)
  await walk(found, folder, '', home)
  if (found.files.length > MAX_FILES)
    return {
      files: [],
      errors: [{ path: '', message: `has more than ${MAX_FILES} files: name a folder with only the pages` }],
    }
  return found
}

async function walk(found: Found, folder: string, below: string, home: string): Promise<void> {
  for (const name of (await readdir(join(folder, below))).toSorted()) {
    if (/^[._]/.test(name) || found.files.length > MAX_FILES) continue
    const path = below ? `${below}/${name}` : name
    const entry = await lstat(join(folder, path)).catch(() => null)
    const real = entry?.isSymbolicLink() ? await realpath(join(folder, path)).catch(() => null) : null
    if (entry?.isSymbolicLink() && real !== home && !real?.startsWith(home + sep)) {
      found.errors.push({
        path,
        message: real
          ? 'is a link to a place outside of the folder'
          : 'is a link to something that is not there',
      })
      continue
    }
    if (entry?.isDirectory()) await walk(found, folder, path, home)
    const file = real ? await stat(real).catch(() => null) : entry
    if (file?.isFile()) found.files.push({ path, stamp: `${path} ${file.size} ${file.mtimeMs} ${file.ino}` })
  }
}

/** The text of one of these files, up to `MAX_BYTES`. */
export async function readText(
  folder: string,
  path: string,
): Promise<{ ok: true; text: string } | { ok: false; message: string }> {
  const size = (await stat(join(folder, path)).catch(() => null))?.size
  if (size === undefined) return { ok: false, message: 'is gone' }
  if (size > MAX_BYTES)
    return { ok: false, message: `is too large: the file of a page has at most ${MAX_BYTES / 1000} kB` }
  try {
    return {
      ok: true,
      text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(join(folder, path))),
    }
  } catch (error) {
    return { ok: false, message: error instanceof TypeError ? 'is no text in UTF-8' : 'cannot be read' }
  }
}
