import type { richTags } from '../rich-text.ts'

/** A text for each tag that a text may have, as the editor writes and the server keeps it. */
export const richSamples: Readonly<Record<keyof typeof richTags & string, string>> = {
  h2: '<h2>Fans</h2>',
  h3: '<h3>Belts</h3>',
  h4: '<h4>Tension</h4>',
  p: '<p>Stop the fan.</p>',
  br: '<p>Stop<br>the fan.</p>',
  hr: '<p>Before</p><hr><p>After</p>',
  strong: '<p><strong>Stop</strong> first</p>',
  em: '<p><em>Never</em> while it runs</p>',
  u: '<p><u>Lock</u> it</p>',
  s: '<p><s>Six bar</s> four bar</p>',
  sub: '<p>CO<sub>2</sub> below 3,000 ppm</p>',
  sup: '<p>5 m<sup>3</sup>/h a bird</p>',
  ul: '<ul><li><p>Belt</p></li></ul>',
  ol: '<ol start="3"><li><p>Start it</p></li></ol>',
  li: '<ul><li><p>Belt</p><ul><li><p>Tension</p></li></ul></li></ul>',
  blockquote: '<blockquote><p>Said a farmer</p></blockquote>',
  code: '<p>Press <code>F2</code></p>',
  pre: '<pre><code>E-07</code></pre>',
  a: '<p><a target="_blank" rel="noopener noreferrer" href="https://farm.example/a">There</a></p>',
  img: '<img src="/files/0123456789abcdefghij" alt="A fan">',
  figure:
    '<figure data-size="half"><img src="/files/0123456789abcdefghij" alt="A fan"><figcaption>The belt runs <strong>outside</strong></figcaption></figure>',
  figcaption:
    '<figure data-size="whole"><img src="/files/0123456789abcdefghij" alt=""><figcaption></figcaption></figure>',
  video: '<video src="/files/0123456789abcdefghij" controls="controls" preload="metadata"></video>',
  table: '<table><tbody><tr><td><p>35 Pa</p></td></tr></tbody></table>',
  thead: '<table><tbody><tr><th><p>Pa</p></th></tr></tbody></table>',
  tbody:
    '<table><tbody><tr><td colspan="2"><p>wide</p></td></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
  tr: '<table><tbody><tr><td><p>a</p></td></tr><tr><td><p>b</p></td></tr></tbody></table>',
  th: '<table><tbody><tr><th><p>Day</p></th></tr></tbody></table>',
  td: '<table><tbody><tr><td><p>7</p></td></tr></tbody></table>',
  aside: '<aside data-callout="danger"><p>Birds suffocate.</p></aside>',
}
/** The place of what could not be taken. */
export const missingSample = '<aside data-callout="missing">clip_image003.emf</aside>'
