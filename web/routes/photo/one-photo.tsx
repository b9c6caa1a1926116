import { useNavigation } from 'react-router'
import { photosLink } from '#contract/links.ts'
import { Picture, upTo } from '#web/content/picture.tsx'
import { photoFile, photoPicture, takenAt, type Photo } from '#web/photo/photo.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { ButtonLink, SubmitButton, buttonClasses } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'

type OneProps = { photo: Photo; page: string | undefined; failed: boolean }

/** The whole photo, in a column of at most `most` rem. */
function Large({ photo, most }: { photo: Photo; most: number }) {
  const t = useText()
  const { day } = useFormat()
  return (
    <Picture
      picture={photoPicture(photo, 'large', t('photos.taken', { date: day(takenAt(photo)) }))}
      boxes={upTo(most).map((box) => ({
        ...box,
        width: `min(${box.width}, ${photo.width / photo.height} * 80vh)`,
      }))}
      eager
      className="h-auto max-h-[80vh] w-full rounded bg-bg object-contain"
    />
  )
}

/** One photo, with its download, its consent and the way to delete it. */
export function OnePhoto({ photo, page, failed, company }: OneProps & { company: string }) {
  const t = useText()
  const { day } = useFormat()
  const busy = useNavigation().state === 'submitting'
  return (
    <Page title={t('photos.taken', { date: day(takenAt(photo)) })}>
      <div className="grid max-w-[42rem] gap-5">
        {failed && <Alert>{t('photos.failed')}</Alert>}
        <Large photo={photo} most={42} />
        <div className="flex flex-wrap gap-3">
          <a
            href={`${photoFile(photo, 'large')}?download`}
            className={buttonClasses('secondary', false, undefined)}
          >
            {t('photos.download')}
          </a>
          <ButtonLink to={photosLink({ page, remove: photo.id })} tone="secondary">
            {t('photos.delete')}
          </ButtonLink>
          <ButtonLink to={photosLink({ page })} tone="quiet">
            {t('photos.all')}
          </ButtonLink>
        </div>
        <Form method="post" action={photosLink({ page, view: photo.id })} className="grid gap-3">
          <input type="hidden" name="intent" value="consent" />
          <input type="hidden" name="photo" value={photo.id} />
          <input type="hidden" name="page" value={page ?? ''} />
          <input type="hidden" name="consent" value={photo.consent ? 'no' : 'yes'} />
          <p>{photo.consent ? t('photos.allowed', { company }) : t('photos.onlyYou')}</p>
          <div>
            <SubmitButton busy={busy} busyText={t('photos.busy')} tone="secondary">
              {photo.consent ? t('photos.revoke') : t('photos.allow', { company })}
            </SubmitButton>
          </div>
        </Form>
      </div>
    </Page>
  )
}

/** Asks before a photo is deleted. */
export function RemovePhoto({ photo, page, failed }: OneProps) {
  const t = useText()
  const busy = useNavigation().state === 'submitting'
  return (
    <Page title={t('photos.deleteTitle')} lead={t('photos.deleteLoses')} width="form">
      <div className="grid gap-5">
        {failed && <Alert>{t('photos.failed')}</Alert>}
        <Large photo={photo} most={29} />
        <Form
          method="post"
          action={photosLink({ page, remove: photo.id })}
          className="grid gap-3 sm:grid-cols-2"
        >
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="photo" value={photo.id} />
          <input type="hidden" name="page" value={page ?? ''} />
          <ButtonLink to={photosLink({ page, view: photo.id })} tone="secondary">
            {t('photos.keep')}
          </ButtonLink>
          <SubmitButton busy={busy} busyText={t('photos.busy')} tone="danger">
            {t('photos.deleteConfirm')}
          </SubmitButton>
        </Form>
      </div>
    </Page>
  )
}
