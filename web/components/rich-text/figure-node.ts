import { Node } from '@tiptap/core'
import { type FigureSize, figureSizes } from '#shared/rich-text.ts'

const pictureIn = (figure: HTMLElement) => figure.querySelector('img')

/** A picture with its caption, as `<figure data-size><img><figcaption>`. */
export const FigureNode = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,
  addAttributes: () => ({
    src: { default: null, parseHTML: (figure: HTMLElement) => pictureIn(figure)?.getAttribute('src') },
    alt: { default: '', parseHTML: (figure: HTMLElement) => pictureIn(figure)?.getAttribute('alt') ?? '' },
    size: {
      default: 'whole' satisfies FigureSize,
      parseHTML: ({ dataset }: HTMLElement) => figureSizes.find(each => each === dataset.size) ?? 'whole',
    },
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      contentElement: figure => figure.querySelector('figcaption') ?? document.createElement('figcaption'),
      getAttrs: figure => (pictureIn(figure) ? null : false),
    },
  ],
  renderHTML: ({ node }) => {
    const { src, alt, size } = node.attrs
    return ['figure', { 'data-size': size }, ['img', { src, alt }], ['figcaption', 0]]
  },
})
