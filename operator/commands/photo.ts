import { readFile, stat } from 'node:fs/promises'
import * as v from 'valibot'
import { uuid } from '#contract/field/field-schemas.ts'
import { MAX_PHOTOS, PHOTO_BYTES } from '#contract/guest/photo.ts'
import { photosLink } from '#contract/links.ts'
import { resolveLanguage } from '#domain/language.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import type { Tx } from '#server/database/db.ts'
import { createNotification } from '#server/notification/queries.ts'
import { addPhotoTo } from '#server/photo/add.ts'
import { drawPhoto, type PhotoError } from '#server/photo/picture.ts'
import { findTenantById, type TenantRow } from '#server/tenant/queries.ts'
import { findVisit, type VisitWithSegments } from '#server/visit/queries.ts'
import { UnknownTenant, CommandError, required, type Command } from '../command-line/command.ts'
import { parseTenantId, withOwner } from '../command-line/owner.ts'

const refusals: Record<PhotoError, string> = {
  'too-large': 'is larger than 20 MB: save it smaller.',
  'too-many-pixels': 'has more than 64 megapixels: save it smaller.',
  heic: 'is in the format HEIC: save it as JPEG.',
  'not-a-picture': 'is no JPEG, PNG, WebP, AVIF or GIF: save it as one.',
  busy: 'cannot be read now: try again.',
}

export const photoAdd: Command = {
  name: ['photo', 'add'],
  positionals: ['TENANT', 'VISIT', 'FILE'],
  summary: 'Add a photo of a visit to the gallery of its guest',
  details: `\
VISIT is the id of a visit that belongs to an account. FILE is a JPEG, PNG, WebP, AVIF or GIF of at most 20 MB
and 64 megapixels. Only redrawn pictures are stored, without metadata but for the time of the photo. Prints the
photo's id.`,
  async run(context, [givenTenant, givenVisit, givenFile]) {
    const [id, visitId, file] = [
      parseTenantId(required(givenTenant)),
      required(givenVisit),
      required(givenFile),
    ]
    const bytes = await readPhoto(context.resolvePath(file), file)
    const photo = await withOwner(context, async (db) => {
      const tenant = await findTenantById(db, id)
      if (!tenant) throw new UnknownTenant(id)
      const visit = v.is(uuid, visitId)
        ? await db.read(id, (tx) => findVisit(tx, { id: visitId.toLowerCase() }))
        : null
      if (!visit?.guestId || visit.state === 'held')
        throw new CommandError(`Tenant ${id} has no visit ${visitId} of an account.`)
      const { guestId } = visit
      const drawn = await drawPhoto(bytes, tenant.profile.timeZone)
      if (!drawn.ok) throw new CommandError(`${file} ${refusals[drawn.reason]}`)
      return db.write(id, async (tx) => {
        const added = await addPhotoTo(tx, { guestId, visitId: visit.id, ...drawn }, Date.now())
        if (added.ok) await notifyOfPhoto(tx, tenant, visit)
        return added
      })
    })
    if (!photo.ok)
      throw new CommandError(
        photo.reason === 'too-many'
          ? `The guest has ${MAX_PHOTOS} photos, which is the most.`
          : 'The guest has just been deleted.',
      )
    context.printLine(photo.id)
  },
}

/** Notifies the guest of a visit that there is a photo of it. */
async function notifyOfPhoto(
  tx: Tx,
  { profile }: NonNullable<TenantRow>,
  { guestId, guest }: VisitWithSegments,
): Promise<void> {
  if (!guestId) return
  const { locales, translate } = loadTexts()
  const t = translate(
    resolveLanguage({
      declared: locales,
      guest: guest?.preferredLanguage ?? null,
      tenantDefault: profile.default.language,
    }),
  )
  await createNotification(
    tx,
    guestId,
    {
      type: 'success',
      title: t('notification.photoTitle'),
      body: t('notification.photoBody', { company: profile.companyname }),
      link: photosLink(),
    },
    { at: new Date() },
  )
}

async function readPhoto(path: string, file: string): Promise<Buffer> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new CommandError(`${file} not found: name a picture.`)
  // A larger file is not read at all.
  if (found.size > PHOTO_BYTES) throw new CommandError(`${file} ${refusals['too-large']}`)
  return readFile(path)
}
