import { MapPin, Phone } from 'lucide'
import type { RenderedOf } from '#contract/content/block.ts'
import { routeLink } from '#domain/route-link.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useBlockContext } from '../block-context.tsx'
import { halfOfPage, Picture } from '../picture.tsx'
import { BlockIntro, OwnButton } from '../text.tsx'

const line = 'flex items-start gap-3'

/** Where the tenant is: address, telephone and route beside its own picture of the way. */
export function Map1({ block, top, eager }: { block: RenderedOf<'map1'>; top: boolean; eager: boolean }) {
  const { t, site } = useBlockContext()
  const { address, phone, tel } = site.contact
  const { picture } = block
  return (
    <section className="wide grid grid-cols-1 items-center gap-8 py-12 sm:py-20 md:grid-cols-2 md:gap-12 lg:gap-20">
      <div className="grid grid-cols-1 content-start gap-6">
        <BlockIntro block={block} top={top} usual={t('content.findUs')} />
        <address className="grid grid-cols-1 gap-3 text-lg not-italic">
          {address && (
            <p className={line}>
              <Icon of={MapPin} size={22} className="mt-1 shrink-0" />
              <span>
                {address.street}
                <br />
                {`${address.postalcode} ${address.city}`}
              </span>
            </p>
          )}
          {phone && (
            <p className={line}>
              <Icon of={Phone} size={22} className="mt-2.5 shrink-0" />
              <a
                href={`tel:${tel}`}
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                {phone}
              </a>
            </p>
          )}
        </address>
        {address && (
          <p>
            <OwnButton to={routeLink(address)} tone="secondary">
              {t('booking.route')}
            </OwnButton>
          </p>
        )}
      </div>
      {picture && (
        <div>
          <Picture
            picture={picture}
            eager={eager}
            boxes={halfOfPage}
            className="h-auto w-full rounded-[1.25rem]"
          />
        </div>
      )}
    </section>
  )
}
