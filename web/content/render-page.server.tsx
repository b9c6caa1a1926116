import { ArrowLeft } from 'lucide'
import { renderToStaticMarkup } from 'react-dom/server'
import type { BlockType } from '#contract/block.ts'
import type { PageDocument } from '#contract/page-document.ts'
import { Icon } from '../ui/icon.tsx'
import { BlockContextProvider, useBlockContext, type BlockContextValue } from './block-context.tsx'
import { Blocks, hasHeading } from './blocks.tsx'
import { displayHeading } from './text.tsx'

type PageProps = Pick<PageDocument, 'title' | 'description' | 'blocks'> & {
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

const ContentPage = ({ title, description, blocks, parentPath }: PageProps) => (
  <>
    {parentPath && <Back to={parentPath} />}
    {!hasHeading(blocks[0]) && <Title title={title} description={description} above={blocks[0]?.type} />}
    <Blocks blocks={blocks} />
  </>
)

function Back({ to }: { to: string }) {
  const { t } = useBlockContext()
  return (
    <p className="wide pt-4">
      <a
        href={to}
        className="inline-flex min-h-11 items-center gap-2 text-muted underline-offset-4 hover:underline"
      >
        <Icon of={ArrowLeft} size={18} />
        {t('content.back')}
      </a>
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
  above,
}: {
  title: string
  description: string
  above: BlockType | undefined
}) {
  const { lang } = useBlockContext()
  return (
    <header lang={lang} className="wide grid grid-cols-1 justify-items-center pt-8 sm:pt-14">
      <div className={`grid w-full grid-cols-1 gap-4 ${(above && columns[above]) ?? ''}`}>
        <h1 tabIndex={-1} className={`${displayHeading} outline-none`}>
          {title}
        </h1>
        {description && <p className="text-xl text-muted">{description}</p>}
      </div>
    </header>
  )
}
