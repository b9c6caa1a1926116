import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** What a folder of pages may hold, its pictures among it. */
const MOST_FILES = 2_000
/** Of a page's file: its longest text many times over. */
const MOST_BYTES = 500_000

/** Below the folder, parts joined with `/`. `stamp` changes when the file does. */
type FoundFile = { path: string; stamp: string }
export type Found = { files: FoundFile[]; faults: { path: string; message: string }[] }

/**
 * The files of a folder and of those in it, in order. Names that begin with `.` or `_` are left out: editors keep their own files
 * there, and authors what is not finished. Links to other folders are not followed, so that no way leads out or in circles.
 */
export async function listFiles(folder: string): Promise<Found> {
  const found: Found = { files: [], faults: [] }
  const home = await realpath(folder)
  await walk(found, folder, '', home)
  if (found.files.length > MOST_FILES)
    return {
      files: [],
      faults: [
        { path: '', message: `has more than ${MOST_FILES} files: name the folder of the pages alone` },
      ],
    }
  return found
}

async function walk(found: Found, folder: string, below: string, home: string): Promise<void> {
  for (const name of (await readdir(join(folder, below))).toSorted()) {
    if (/^[._]/.test(name) || found.files.length > MOST_FILES) continue
    const path = below ? `${below}/${name}` : name
    const entry = await lstat(join(folder, path)).catch(() => null)
    const real = entry?.isSymbolicLink() ? await realpath(join(folder, path)).catch(() => null) : null
    if (entry?.isSymbolicLink() && real !== home && !real?.startsWith(home + sep)) {
      found.faults.push({
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

/** The text of one of these files. A page's is short. */
export async function readText(
  folder: string,
  path: string,
): Promise<{ ok: true; text: string } | { ok: false; message: string }> {
  const size = (await stat(join(folder, path)).catch(() => null))?.size
  if (size === undefined) return { ok: false, message: 'is gone' }
  if (size > MOST_BYTES)
    return { ok: false, message: `is too large: the file of a page has at most ${MOST_BYTES / 1000} kB` }
  try {
    return {
      ok: true,
      text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(join(folder, path))),
    }
  } catch (error) {
    return { ok: false, message: error instanceof TypeError ? 'is no text in UTF-8' : 'cannot be read' }
  }
}
