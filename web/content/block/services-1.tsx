import type { RenderedOf } from '#contract/content/block.ts'
import { bookLink, priceListLink, serviceLink } from '#contract/links.ts'
import type { ListedService } from '#web/service/listed-types.ts'
import { useBlockContext, chosen } from '../block-context.tsx'
import { Picture } from '../picture.tsx'
import { BlockIntro, OwnButton, SaidText } from '../text.tsx'

/** The services by type, with prices, each with a link to its page and to booking it. */
export function Services1({ block, top }: { block: RenderedOf<'services1'>; top: boolean }) {
  const { t, site } = useBlockContext()
  const types = chosen(site.types, block.types)
  return (
    <section className="wide grid grid-cols-1 gap-10 py-12 sm:py-20">
      <BlockIntro block={block} top={top} usual={t('price.title')} />
      {types.map(({ id, label, services }) => (
        <div key={id} className="grid grid-cols-1 gap-2">
          <h3 className="text-xl">
            <SaidText>{label}</SaidText>
          </h3>
          <ul className="grid grid-cols-1 md:grid-cols-2 md:gap-x-12">
            {services.map((service) => (
              <ServiceRow
                key={service.id}
                service={service}
                pictured={services.every(({ picture }) => picture !== null)}
              />
            ))}
          </ul>
        </div>
      ))}
      <p className="flex flex-wrap gap-3">
        <OwnButton to={bookLink()}>{t('landing.book')}</OwnButton>
        <OwnButton to={priceListLink()} tone="secondary">
          {t('landing.prices')}
        </OwnButton>
      </p>
    </section>
  )
}

/** `pictured`: every service of its type has a picture; a list with gaps would look unfinished. */
export function ServiceRow({
  service: { id, name, picture, duration, price, bookable },
  pictured,
}: {
  service: ListedService
  pictured: boolean
}) {
  const { t, site } = useBlockContext()
  const said = site.said(name).text
  return (
    <li className="flex items-center gap-4 border-b border-line py-3">
      {pictured && picture && (
        <Picture
          picture={{ ...picture, alt: '' }}
          boxes={[{ width: '4rem', ratio: 1 }]}
          className="size-16 shrink-0 rounded object-cover"
        />
      )}
      <div className="grid grow grid-cols-1">
        <a
          href={serviceLink({ service: id })}
          className="inline-flex min-h-11 items-center font-medium underline decoration-control decoration-1 underline-offset-4 hover:decoration-2"
        >
          <SaidText>{name}</SaidText>
        </a>
        <p className="tabular text-sm text-muted">{`${duration} · ${price}`}</p>
      </div>
      {bookable && (
        <OwnButton
          to={bookLink({ services: [id] }, 'person')}
          label={t('price.bookName', { name: said })}
          tone="secondary"
          size="shrink-0 whitespace-nowrap"
        >
          {t('price.book')}
        </OwnButton>
      )}
    </li>
  )
}
