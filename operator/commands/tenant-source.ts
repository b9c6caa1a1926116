import { dirname } from 'node:path'
import {
  fileWarnings,
  describeProblem,
  parseTenantFile,
  problemAt,
} from '#contract/tenant-file/tenant-file.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { prepareArt, preparePages, type AssetSources, type PreparedPages } from '#server/content/prepare.ts'
import type { listPictures } from '#server/content/picture-queries.ts'
import { isProductHost } from '#server/tenant/host.ts'
import { artFinder } from '#server/http/static-files.ts'
import { CommandError, type CommandContext } from './command.ts'
import { formatWarnings } from './page.ts'

/** The tenant of a file. @throws CommandError with line and field of each error. */
export function readTenantFile({ config }: CommandContext, yaml: string, name: string): TenantFile {
  const parsed = parseTenantFile(yaml, name)
  if (!parsed.ok) throw new CommandError(parsed.problems.map(describeProblem).join('\n'))
  const { vanityUrl, canonicalHost, firstpath } = parsed.tenant.tenant
  const refuse = (field: string, message: string) =>
    new CommandError(describeProblem(problemAt(yaml, name, ['tenant', field], message)))
  if (vanityUrl && isProductHost(vanityUrl, config)) throw refuse('vanityUrl', 'is a reserved host')
  // Sign-in links lead to this host.
  const own =
    canonicalHost === vanityUrl ||
    config.domainSuffixes.some((suffix) => canonicalHost === `${firstpath}.${suffix}`)
  if (canonicalHost && !own && isProductHost(canonicalHost, config))
    throw refuse('canonicalHost', 'is a host of the product, and not that of this firstpath')
  return parsed.tenant
}

type Source = { yaml: string; name: string; path: string }
type Known = Awaited<ReturnType<typeof listPictures>>

/**
 * The file with the tenant's own processed pictures; processing is too slow for the transaction. @throws
 * CommandError
 */
export async function processArt(context: CommandContext, source: Source, file: TenantFile, known: Known) {
  return requirePrepared(await prepareArt(file, assetSources(context, source, file, known)), source)
}

/** The processed pictures of pages. @throws CommandError */
export async function preparePictures(
  context: CommandContext,
  source: Source,
  file: TenantFile,
  known: Known,
): Promise<PreparedPages | null> {
  const { prepared } = requirePrepared(
    await preparePages(file, assetSources(context, source, file, known)),
    source,
  )
  const warnings = fileWarnings(file, source.yaml, source.name)
  if (warnings.length > 0) context.printStatus(formatWarnings(warnings.map(describeProblem)))
  return prepared
}

function assetSources(
  { config }: CommandContext,
  { path }: Source,
  file: TenantFile,
  known: Known,
): AssetSources {
  const find = artFinder(config)
  return { folder: dirname(path), art: (address) => find(file.tenant.id, address), known }
}

type Failed = { ok: false; errors: { path: (string | number)[]; message: string }[] }

function requirePrepared<T extends { ok: true } | Failed>(
  prepared: T,
  { yaml, name }: Source,
): Exclude<T, { ok: false }> {
  if (prepared.ok) return prepared as Exclude<T, { ok: false }>
  throw new CommandError(
    prepared.errors
      .map(({ path, message }) => describeProblem(problemAt(yaml, name, path, message)))
      .join('\n'),
  )
}
