import type { Output } from '#contract/calls.ts'

/** A photo of the guest. */
export type Photo = Output<'listPhotos'>['documents'][number]

/** When it was taken, in epoch ms. */
export const takenAt = (photo: Photo): number => photo.gps_date * 1000

/** A picture of the guest's own photo, for their session. */
export const photoFile = ({ id }: Photo, size: 'large' | 'small'): string => `/photo/${id}/${size}.webp`
