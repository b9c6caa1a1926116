import { useState, type ChangeEvent, type ComponentProps } from 'react'
import type { TextKey } from '#contract/text.ts'
import { ACCEPTED_PICTURES, FORMAT_BYTES, pictureFormat } from '#domain/picture-format.ts'
import { Field } from './field.tsx'
import { useText } from '../text.tsx'

type PictureFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'accept'> & {
  maxBytes: number
  /** What is said of no file, of a larger one, of one that is no picture, and of one that few can read. */
  texts: Record<'missing' | 'tooLarge' | 'notAPicture' | 'heic', TextKey>
}

/** A file input for a picture; a file that the server would refuse is named before it is sent. */
export function PictureField({ maxBytes, texts, error, ...rest }: PictureFieldProps) {
  const t = useText()
  const [refused, setRefused] = useState<TextKey | null>(null)
  const check = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const file = input.files?.[0]
    const format = file && pictureFormat(new Uint8Array(await file.slice(0, FORMAT_BYTES).arrayBuffer()))
    const reason = !file
      ? null
      : format === 'heic'
        ? texts.heic
        : !format
          ? texts.notAPicture
          : file.size > maxBytes
            ? texts.tooLarge
            : null
    // Another file was chosen meanwhile.
    if (file !== input.files?.[0]) return
    input.setCustomValidity(reason ? t(reason) : '')
    setRefused(reason)
  }
  return (
    <Field
      {...rest}
      type="file"
      accept={ACCEPTED_PICTURES}
      error={refused ? t(refused) : error}
      onChange={(event) => void check(event)}
      onInvalid={(event) => {
        // The text below says it: without the browser's own bubble over it.
        event.preventDefault()
        const input = event.currentTarget
        if (input.validity.valueMissing) setRefused(texts.missing)
        input.focus()
      }}
    />
  )
}
