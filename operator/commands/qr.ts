import { bookLink } from '#contract/links.ts'
import type { Tx } from '#server/database/db.ts'
import { listMembers } from '#server/service/member-queries.ts'
import { listServices } from '#server/service/queries.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { UnknownTenant, CommandError, required, type Command } from '../command-line/command.ts'
import { parseTenantId, withOwner } from '../command-line/owner.ts'
import { qrSvg, qrText } from './qr-code.ts'
import { replaceFile } from '../command-line/write-file.ts'

const WIDTH_PX = 1_200

export const qrCommand: Command = {
  name: ['qr'],
  positionals: ['TENANT'],
  options: { '--service': '[IDS]', '--person': '[ID]', '--out': '[FILE]' },
  summary: 'Print a QR code that opens the booking',
  details: `\
The code leads to the services; with --service (ids with commas between them) to the people who perform them,
with --person as well to the times of that person. It is printed to the terminal, with its address; with --out
it is written to FILE, a .svg for print or a .png of ${WIDTH_PX} pixels.`,
  async run(context, [given], { '--service': service, '--person': person, '--out': file }) {
    const id = parseTenantId(required(given))
    if (file !== undefined && !/\.(svg|png)$/i.test(file))
      throw new CommandError(`--out ${file} is invalid: the file must end with .svg or .png.`)
    const address = await withOwner(context, async (db) => {
      const row = await findTenantById(db, id)
      if (!row) throw new UnknownTenant(id)
      const { origin, profile } = tenantFrom(row, context.config)
      if (!profile.signIn) throw new CommandError(`Tenant ${id} has no booking: signIn is false in its file.`)
      return origin + (await db.read(id, (tx) => buildPath(tx, service?.split(',') ?? [], person)))
    })
    if (file === undefined) for (const line of qrText(address)) context.printLine(line)
    else replaceFile(context.resolvePath(file), await renderPicture(address, file))
    context.printLine(address)
  },
}

/** @throws CommandError for what cannot be booked, with what can. */
async function buildPath(tx: Tx, services: string[], person: string | undefined): Promise<string> {
  const members = (await listMembers(tx)).map((one) => one.id)
  const offered = await listServices(tx, { active: true })
  for (const id of services)
    if (!offered.some((one) => one.id === id))
      throw new CommandError(`--service ${id} is unknown: use ${offered.map((one) => one.id).join(', ')}.`)
  const able = members.filter((member) =>
    services.every((id) =>
      offered.find((one) => one.id === id)?.members.some((one) => one.memberId === member),
    ),
  )
  if (person !== undefined && !able.includes(person))
    throw new CommandError(
      able.length > 0
        ? `--person ${person} cannot be booked${services.length > 0 ? ' for this' : ''}: use ${able.join(', ')}.`
        : `--person ${person} cannot be booked: no one performs all these services.`,
    )
  const booking = { services, teamMember: person === undefined ? null : [person] }
  if (services.length === 0) return bookLink(booking)
  return bookLink(booking, person === undefined ? 'person' : 'time')
}

async function renderPicture(address: string, file: string): Promise<string | Uint8Array> {
  const svg = qrSvg(address, WIDTH_PX)
  if (/\.svg$/i.test(file)) return svg
  const { default: sharp } = await import('sharp')
  return new Uint8Array(await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer())
}
