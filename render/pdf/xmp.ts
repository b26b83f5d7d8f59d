/** The metadata of a file in XMP; the same as in its information dictionary. */
export interface XmpFacts {
  title: string
  language: string
  keywords: readonly string[]
  createdAt: Date
  producer: string
  /** The part of ISO 19005 and its level with which the file complies; absent if it complies with none. */
  archive?: { part: 2; conformance: 'A' } | undefined
}

/** Returns the XMP packet of a file, as the bytes of its metadata stream. */
export function xmpOf({
  title,
  language,
  keywords,
  createdAt,
  producer,
  archive,
}: XmpFacts): Uint8Array<ArrayBuffer> {
  // The information dictionary has whole seconds.
  const when = `${createdAt.toISOString().slice(0, 19)}Z`
  const lines = [
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>`,
    `<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>`,
    `<dc:format>application/pdf</dc:format>`,
    `<xmp:CreatorTool>${producer}</xmp:CreatorTool>`,
    `<xmp:CreateDate>${when}</xmp:CreateDate>`,
    `<xmp:ModifyDate>${when}</xmp:ModifyDate>`,
    `<pdf:Producer>${producer}</pdf:Producer>`,
    ...(keywords.length > 0 ? [`<pdf:Keywords>${escaped(keywords.join(' '))}</pdf:Keywords>`] : []),
    ...(archive
      ? [
          `<pdfaid:part>${archive.part}</pdfaid:part>`,
          `<pdfaid:conformance>${archive.conformance}</pdfaid:conformance>`,
        ]
      : []),
  ]
  return new TextEncoder().encode(
    [
      '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
      `<rdf:Description rdf:about="" ${NAMESPACES}>`,
      ...lines,
      '</rdf:Description></rdf:RDF></x:xmpmeta>',
      '<?xpacket end="w"?>',
    ].join('\n'),
  )
}

const NAMESPACES = [
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
  'xmlns:pdf="http://ns.adobe.com/pdf/1.3/"',
  'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"',
].join(' ')

/** Escapes a text for XML; control characters are not allowed there. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
