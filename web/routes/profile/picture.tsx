import { useNavigation } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { contactLink } from '#contract/links.ts'
import { PICTURE_BYTES } from '#contract/guest/profile.ts'
import { useText } from '#web/ui/text.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { PictureField } from '#web/ui/form/picture-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Card } from '#web/ui/card.tsx'

/** The guest's picture, with a form to replace it. */
export function Picture({ avatar, error }: { avatar: string | null; error: TextKey | undefined }) {
  const t = useText()
  const hydrated = useHydrated()
  const busy = useNavigation().formData?.get('intent') === 'picture'
  return (
    <Card title={t('profile.picture')}>
      {avatar ? (
        <div className="flex flex-wrap items-center gap-4">
          <Avatar src={avatar} name="" size={96} />
          <Form method="post" action={contactLink()}>
            <input type="hidden" name="intent" value="noPicture" />
            <Button tone="secondary">{t('profile.pictureRemove')}</Button>
          </Form>
        </div>
      ) : (
        <p className="text-muted">{t('profile.pictureNone')}</p>
      )}
      <Form
        method="post"
        action={contactLink()}
        encType="multipart/form-data"
        noValidate={!hydrated}
        className="grid gap-4"
      >
        <input type="hidden" name="intent" value="picture" />
        <PictureField
          name="picture"
          label={t('profile.pictureFile')}
          hint={t('profile.pictureHint')}
          error={error && t(error)}
          maxBytes={PICTURE_BYTES}
          texts={{
            missing: 'profile.pictureMissing',
            tooLarge: 'profile.pictureTooLarge',
            notAPicture: 'profile.pictureBad',
            heic: 'profile.pictureBad',
          }}
          required
        />
        <div>
          <SubmitButton busy={busy} busyText={t('profile.busy')} tone="secondary">
            {t('profile.pictureSave')}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
