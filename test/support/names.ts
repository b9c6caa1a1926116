/** First and last names of people with the eleven languages, and some in other scripts. */
export const realNames = `
Anne-Mette Sørensen|Åse Østergård|Jens Peter Bjørn|Søren Kierkegård|Bente Ægidius|Poul-Erik d'Auchamp
Mads Holm-Nielsen|Signe Løvenskjold|Freja Nørgaard|Niels Åkjær|Karen Margrethe Skov|J.P. Jacobsen
Asbjørn Müller-Tøfting|Jørn Hjørting|Birthe Rønn|Ib Bo|Kaj Munk|Åge Å
Karl-Heinz Müller|Jürgen von der Lühe|Friedrich Weiß|Dr. Käthe Straßer|Annegret Kramp-Karrenbauer
Hans-Jörg Öztürk|Ursula Groß|Götz Übelacker|Maria v. Weizsäcker|Sebastian Bach jr.|Wolfgang A. Mozart
Zoë Schäfer|Prof. Dr. Heinz Böll|Jens-Uwe Krämer|Rüdiger Nüßlein|Anna zu Löwenstein
St. John|Mary O'Neill|Conor McGregor|Siobhán O’Connor|Martin Luther King Jr.|John F. Kennedy|Sammy Davis Jr.
Henry St. John-Smith|J.R.R. Tolkien|D'Angelo Russell|Anne Marie Smith|William H. Macy III|Jean-Luc Picard
Mary-Kate Olsen|Fionnuala Ní Dhomhnaill|Zadie Smith|W. E. B. Du Bois|Mr. T|Ph.D. Jones|Lt. Col. Smith
Wm. Blake|A.A. Milne|Siân Llŷr|Ffion ap Gwynedd
José María Núñez|María del Carmen Iglesias|Iñaki Peña|Ángel Muñoz Ibáñez|Mª Dolores Ruiz|Begoña Yáñez
Güell i Bacigalupi|Óscar Ordóñez|Joan Miró i Ferrà|Sor Juana Inés|Fco. Javier Gómez|Ma. Teresa López
Íñigo Martínez|Lluís Domènech|Xoán Castiñeira|Ainhoa Etxeberria
Jean-François Lefèvre|Zoé L'Hôpital|Anaïs d'Ormesson|Benoît de La Tour|Hélène Cœur|Loïc Le Floc'h
François-Xavier Dupré|Maëlys Noël|Éloïse Ça|Ÿves Guérin|Chloë Saint-Saëns|Marie-Thérèse Ste. Marie
Théo N'Guyen|Gaël Châtelain|J.-C. Brialy|Abbé de l'Épée
Niccolò D'Amico|Giosuè dell'Acqua|Maria De' Medici|Lucia Di Nardo|Gian Luca Pellè|Nicolò Cafù
Mª Grazia Cucinotta|Ezio Bosso jr.|Andrea Dall'Ò|Zoë Sant'Agata|Cesare Perù|Ilaria D’Alì|Salvatore Lo Cascio
Anna Maria Ortù
Jan van 't Hoff|Pieter de Vries|Willem van der Meer|Daniëlle IJsselstein|Joris ’s Jongers|Anne-Fleur d'Hondt
Renée Ten Brinke|Coen in 't Veld|Noëlle v.d. Berg|H.J. Witteveen|Máxima Zorreguieta|Bart Bruyn Sr.
Saïd el Khattabi|Çelik Yıldız|Geert-Jan Brouwer
Bjørnstjerne Bjørnson|Åshild Øyehaug|Ola Nordmann|Guðrún Ósvífursdóttir|Kåre Sæther|Inger-Lise Bøe
Ánde Somby|Máret Áile Sara|Þórður Þorgeirsson|Marit Bjørgen|Tor-Arne Ås|Njål Ødegård|Elle Márjá Eira
Åse Lill By
Łukasz Żółć|Świętosława Ćwiklińska|Zdzisław Śląski|Małgorzata Źdźbło|Józef Piłsudski|Anna Kowalska-Nowak
Bolesław Chrobry|Ks. Jan Dąb|Żaneta Ińska|Wojciech Brzęczyszczykiewicz|Święcicki Jr|Michał Gąsienica
Ewa Dzięcioł|Ślązak Ósma
João Gonçalves|Conceição Simões|Antônio D'Ávila|Iara Guimarães|M.ª José Brandão|Inês Falcão e Silva
Luís de Camões|Mônica dos Santos|Tomé Vilhena|Ângela Sá|Hermínio Açores|Vovó Zezé|José Sócrates Jr.
Célia Póvoas
Per-Åke Å|Maj-Britt Öst|Åsa Öberg|Karl-Bertil Jönsson|Göran Ström|Märta Ångström|Björn Ulvæus|Lars-Åke Ek
Ebba Brahe|Håkan Nesser|Sten Stensson Sten|Zäta Höglund|Pär-Ola Ö|Idun Lovén|Ulla-Britt Wång
Дмитро Шевченко|Юлия Ёлкина|Νίκος Παπαδόπουλος|Elēna Ģērmane|Ştefan Țânţ|Đặng Thị Ánh|Nguyễn Văn Ước
Nguyễn Ngọc|Ngô Đình Nhu|J.Li|李小龍|葛󠄀城 太郎|김민준|محمد الأحمد|می‌خواهم رضا|עמוס עוז|क्‍ष अमित|ක්‍රිෂ්ණ|สมชาย ใจดี
José Núñez|Åke Öl|Zoë D́ảnh|X Æ A-12|M. Ng|O’ Brien
`
  .trim()
  .split(/[\n|]/)

const domains = [
  'evil.dk',
  'evil.com',
  'EVIL.DK',
  'Evil.Net',
  'evil.xyz',
  'evil.co.uk',
  'e-vil2.app',
  'bücher.de',
  'evil.shop',
  'win.click',
  'xn--bcher-kva.example',
  'evil.xn--p1ai',
  'сайт.рф',
  'evil.no',
  'evil.se',
  'evil.pl',
  'evil.pt',
  'evil.it',
  'evil.es',
  'evil.fr',
  'evil.nl',
  'evil.link',
  'evil.io',
  'evil.top',
  'a1.dk',
  'evil．dk',
  'evil。dk',
  'evil｡dk',
  'evil․dk',
  'ｅｖｉｌ.ｄｋ',
]
const paths = [
  'evil.dk/win',
  'evil.internal/x',
  'evil.anything/',
  'sub.evil.corp/win',
  'evil.dk⁄win',
  'evil.dk∕win',
  'bit.ly/3x',
  't.me/win',
  'evil.dk?x',
  'evil.dk#x',
  'evil.dk:8080',
  '1.2.3.4/win',
  '10.0.0.1',
]
const schemes = [
  'http://evil.dk/win',
  'https://evil',
  'HTTPS://evil.dk',
  'ftp://x',
  'javascript://x',
  'http：//evil',
  'x://',
  'http:／／evil',
  'www.evil',
  'WWW.evil.dk',
  'ｗｗｗ.evil',
  'win@evil.dk',
  '//evil.dk',
]
const unseen = [
  '\u0000',
  '\u0007',
  '\u0008',
  '\u0009',
  '\u000a',
  '\u000d',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u009b',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u1160',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u2028',
  '\u2029',
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2060',
  '\u2061',
  '\u2062',
  '\u2063',
  '\u2064',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u206a',
  '\u206f',
  '\u2800',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\uffa0',
  '\ufff9',
  '\ue000',
  '\u{e0001}',
  '\u{e0041}',
  '\u{e007f}',
  '\u{f0000}',
  '\u{1d173}',
  '\u{e0100}',
]

/**
 * Names that no mail may contain: links, and characters that are invisible or reverse the text direction.
 * Invisible characters have a letter on both sides.
 */
export const hostileNames = [
  ...domains,
  ...domains.slice(0, 16).map((domain) => `Vind nu ${domain}, klik`),
  ...domains.slice(0, 12).map((domain) => `Hej ${domain}.`),
  ...paths,
  ...schemes,
  ...unseen.map((character) => `Fre${character}ja`),
  ...unseen.slice(16, 39).map((character) => `Ælg ${character} Å`),
]
