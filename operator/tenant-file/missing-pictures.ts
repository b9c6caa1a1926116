import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isScalar, parseDocument, visit } from 'yaml'
import { isImageFile } from '#contract/content/block-value.ts'
import { pathAt, type Path } from '#contract/tenant-file/source-position.ts'

const holders = ['icon', 'favicon', 'logo', 'image', 'imageUrl', 'avatar']

/**
 * The pictures that a file names and that are not beside it. For a file with invalid settings, whose pictures
 * are not processed, so that its author reads of both at once.
 */
export function missingPictures(yamlText: string, folder: string): { path: Path; message: string }[] {
  const document = parseDocument(yamlText, { prettyErrors: false })
  if (document.errors.length > 0) return []
  const missing: { path: Path; message: string }[] = []
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'string') return
      if (!holders.includes(String(key.value)) || !isImageFile(value.value)) return
      if (existsSync(join(folder, value.value))) return
      missing.push({ path: pathAt(document, value.range?.[0] ?? 0), message: `${value.value} is not there` })
    },
  })
  return missing
}
