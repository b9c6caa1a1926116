import { CallError, type ErrorCode } from '#contract/errors.ts'
import { photosLink } from '#contract/links.ts'
import { PHOTO_BYTES } from '#contract/guest/photo.ts'
import type { TextKey } from '#contract/text.ts'
import { readFormText } from '#web/request/form.ts'
import type { GuestContext } from '#web/request/guard.ts'

/** `file`: the text about the chosen file; absent: another form failed. */
export type PhotosAnswer = { file?: TextKey; visit?: string; status: number }

const refusals: Partial<Record<ErrorCode, TextKey>> = {
  'photo/too-large': 'photos.tooLarge',
  'photo/too-many-pixels': 'photos.tooManyPixels',
  'photo/heic': 'photos.heic',
  'photo/not-a-picture': 'photos.notAPicture',
  'photo/too-many': 'photos.tooMany',
}

/** Adds, allows or deletes a photo. @returns the path to redirect to, or what to show. */
export async function changePhotos(ctx: GuestContext, form: FormData): Promise<string | PhotosAnswer> {
  const self = { uid: ctx.guest.uid }
  const [id, page, intent] = [
    readFormText(form, 'photo'),
    readFormText(form, 'page'),
    readFormText(form, 'intent'),
  ]
  try {
    switch (intent) {
      case 'add':
        return await addPhoto(ctx, form)
      case 'consent':
        await ctx.call('updatePhoto', { ...self, id, consent: readFormText(form, 'consent') === 'yes' })
        return photosLink({ page, view: id, message: 'photo-choice' })
      case 'delete':
        await ctx.call('deletePhoto', { ...self, id })
        return photosLink({ page, message: 'photo-deleted' })
      default:
        return { status: 400 }
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // A photo that is gone already counts as deleted.
    if (error.code === 'not-found') return photosLink({ page })
    return { status: error.status === 'INTERNAL' ? 500 : 503 }
  }
}

async function addPhoto({ call, guest }: GuestContext, form: FormData) {
  const file = form.get('image')
  const visit = readFormText(form, 'visit')
  const refuse = (text: TextKey, status = 400): PhotosAnswer => ({ file: text, visit, status })
  if (!file || typeof file === 'string' || file.size === 0) return refuse('photos.missing')
  if (file.size > PHOTO_BYTES) return refuse('photos.tooLarge')
  const image = Buffer.from(await file.arrayBuffer()).toString('base64')
  try {
    await call('addPhoto', {
      uid: guest.uid,
      ...(visit ? { visit } : {}),
      image,
    })
    return photosLink({ message: 'photo-added' })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const text = error.code === 'request/invalid' ? 'photos.notAPicture' : refusals[error.code]
    if (text) return refuse(text)
    // A visit that is not the guest's, or no more.
    if (error.code === 'not-found') return refuse('photos.failed')
    return refuse('photos.failed', error.status === 'INTERNAL' ? 500 : 503)
  }
}
