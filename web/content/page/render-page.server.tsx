import { ArrowLeft } from 'lucide'
import { renderToStaticMarkup } from 'react-dom/server'
import type { BlockType } from '#contract/content/block.ts'
import type { PageDocument } from '#contract/content/page-document.ts'
import { Icon } from '#web/ui/icon.tsx'
import { BlockContextProvider, useBlockContext, type BlockContextValue } from '../block-context.tsx'
import { Blocks, hasHeading, isEmpty } from '../block/blocks.tsx'
import { Day, displayHeading } from '../text.tsx'

type PageProps = Pick<PageDocument, 'title' | 'description' | 'date' | 'blocks'> & {
  /** The path of the parent page. */ parentPath: string | null
}

/**
 * Renders a content page to HTML; its title is the h1 unless the first block has a heading. The browser gets
 * no component code for it: `Content` adds the little interactivity. The id prefix avoids collisions with ids
 * of the application.
 */
export const renderPage = (page: PageProps, context: BlockContextValue): string =>
  renderToStaticMarkup(
    <BlockContextProvider context={context}>
      <ContentPage {...page} />
    </BlockContextProvider>,
    { identifierPrefix: 'page-' },
  )

function ContentPage({ title, description, date, blocks, parentPath }: PageProps) {
  const { site } = useBlockContext()
  const shown = blocks.filter((block) => !isEmpty(block, site))
  const ownHeading = hasHeading(shown[0])
  return (
    <>
      <TopLine parentPath={parentPath} date={ownHeading ? date : null} />
      {!ownHeading && <Title title={title} description={description} date={date} above={shown[0]?.type} />}
      <Blocks blocks={shown} />
    </>
  )
}

/** The way back from a sub-page, and the day that has no place below a title. */
function TopLine({ parentPath, date }: { parentPath: string | null; date: string | null }) {
  const { t } = useBlockContext()
  if (!parentPath && !date) return null
  return (
    <p className="wide flex min-h-15 flex-wrap items-center justify-between gap-x-6 pt-4">
      {parentPath && (
        <a
          href={parentPath}
          className="inline-flex min-h-11 items-center gap-2 text-muted underline-offset-4 hover:underline"
        >
          <Icon of={ArrowLeft} size={18} />
          {t('content.back')}
        </a>
      )}
      {date && <Day date={date} />}
    </p>
  )
}

/**
 * The column width of the first block, so that title and block are aligned; an article's is measured in its
 * own font size.
 */
const columns: Partial<Record<BlockType, string>> = {
  article: 'max-w-[68ch] sm:text-lg',
  videoBlock: 'max-w-[60rem]',
}

function Title({
  title,
  description,
  date,
  above,
}: {
  title: string
  description: string
  date: string | null
  above: BlockType | undefined
}) {
  const { lang } = useBlockContext()
  return (
    <header lang={lang} className="wide grid grid-cols-1 justify-items-center pt-8 sm:pt-14">
      <div className={`grid w-full grid-cols-1 gap-4 ${(above && columns[above]) ?? ''}`}>
        <h1 tabIndex={-1} className={`${displayHeading} outline-none`}>
          {title}
        </h1>
        {date && <Day date={date} />}
        {description && <p className="text-xl text-muted">{description}</p>}
      </div>
    </header>
  )
}
