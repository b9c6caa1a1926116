import { ArrowLeft } from 'lucide'
import { renderToStaticMarkup } from 'react-dom/server'
import type { BlockType } from '#contract/block.ts'
import type { PageDocument } from '#contract/page-document.ts'
import { Icon } from '#web/ui/icon.tsx'
import { DrawnWith, useAround, type Around } from './around.tsx'
import { Blocks, isHead } from './blocks.tsx'
import { grand } from './words.tsx'

type Drawn = Pick<PageDocument, 'title' | 'description' | 'blocks'> & {
  /** Where the page above this one is. */ parentPath: string | null
}

/**
 * A content page as HTML. Its title is its heading where its first block has none. The browser gets no code for it: what little moves
 * is brought to life by `Content`. Its ids begin otherwise than those of the application around it.
 */
export const drawPage = (page: Drawn, around: Around): string =>
  renderToStaticMarkup(
    <DrawnWith around={around}>
      <Whole {...page} />
    </DrawnWith>,
    { identifierPrefix: 'page-' },
  )

const Whole = ({ title, description, blocks, parentPath }: Drawn) => (
  <>
    {parentPath && <Back to={parentPath} />}
    {!isHead(blocks[0]) && <Title title={title} description={description} above={blocks[0]?.type} />}
    <Blocks blocks={blocks} />
  </>
)

function Back({ to }: { to: string }) {
  const { t } = useAround()
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

/** The column of the block below, so that both begin at the same line: that of an article is measured in its own letters. */
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
  const { lang } = useAround()
  return (
    <header lang={lang} className="wide grid grid-cols-1 justify-items-center pt-8 sm:pt-14">
      <div className={`grid w-full grid-cols-1 gap-4 ${(above && columns[above]) ?? ''}`}>
        <h1 tabIndex={-1} className={`${grand} outline-none`}>
          {title}
        </h1>
        {description && <p className="text-xl text-muted">{description}</p>}
      </div>
    </header>
  )
}
