/**
 * A clipboard document as Word for Windows writes it: head with its own XML, markers around the copied part.
 */
export const wordDocument = (fragment: string) => `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word"
xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Word.Document>
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/DRRAO~1/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml>
 <w:WordDocument><w:View>Normal</w:View><w:Zoom>0</w:Zoom></w:WordDocument>
</xml><![endif]-->
<style>
<!--
 /* Style Definitions */
 p.MsoNormal, li.MsoNormal, div.MsoNormal
	{mso-style-unhide:no; margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif;}
@list l0 {mso-list-id:1207135460; mso-list-type:hybrid;}
-->
</style>
</head>
<body lang=EN-IN style='tab-interval:36.0pt'>
<!--StartFragment-->${fragment}<!--EndFragment-->
</body>
</html>`

const ignore = (marker: string, font = 'Symbol') =>
  `<!--[if !supportLists]--><span style='font-family:${font};mso-fareast-font-family:${font}'><span
style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;
</span></span></span><!--[endif]-->`

/** One paragraph of a list as Word writes it. */
export const wordItem = (list: string, level: number, marker: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${36 * level}.0pt;text-indent:-18.0pt;mso-list:${list} level${level} lfo1'>${ignore(marker)}<span
lang=EN-US style='mso-ansi-language:EN-US'>${text}<o:p></o:p></span></p>`

/** A chest CT as a radiologist's Word document. */
export const CHEST_CT = wordDocument(`

<h1>CT THORAX<o:p></o:p></h1>

<p class=MsoNormal align=center style='text-align:center'><b><span lang=EN-US
style='font-size:12.0pt;color:black'>Plain and contrast study</span></b><o:p></o:p></p>

<p class=MsoNormal>There is a <span style='color:red'>12&nbsp;mm</span> nodule in the <i>right upper
lobe</i> (≥ 8 mm).<span style='mso-spacerun:yes'>  </span><s>Cavity</s> none.<o:p></o:p></p>

<p class=MsoNormal><o:p>&nbsp;</o:p></p>

${wordItem('l0', 1, '·', 'No pleural effusion.')}

${wordItem('l0', 1, '·', 'Mediastinum:')}

${wordItem('l0', 2, 'o', 'no enlarged nodes')}

${wordItem('l0', 2, 'o', 'normal vessels')}

${wordItem('l0', 1, '·', 'Heart normal.')}

<p class=MsoNormal>Advice:<o:p></o:p></p>

${wordItem('l1', 1, '1.', 'PET-CT.')}

${wordItem('l1', 2, 'a)', 'whole body')}

${wordItem('l1', 1, '2.', 'Biopsy.')}

<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-yfti-tbllook:1184'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width=312 colspan=2 valign=top style='width:233.75pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'>
  <p class=MsoNormal>Lobe<o:p></o:p></p>
  </td>
 </tr>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'>
  <td width=156 style='width:116.9pt'><p class=MsoNormal>Right<o:p></o:p></p></td>
  <td width=156 style='width:116.85pt'>${wordItem('l0', 1, '·', '12 mm')}</td>
 </tr>
</table>

<p class=MsoNormal><span style='display:none;mso-hide:all'>internal note</span><o:p>&nbsp;</o:p></p>

<p class=MsoNormal><img width=192 height=108 id="Picture_x0020_1"
src="file:///C:/Users/DRRAO~1/AppData/Local/Temp/msohtmlclip1/01/clip_image002.jpg" v:shapes="Picture_x0020_1"></p>
`)
