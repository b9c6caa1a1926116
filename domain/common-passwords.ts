// Words and patterns that lists of leaked passwords begin with, in the languages of the product; lower case, sorted.
const words = `
000000 00000000 007007 007bond 010101 010203 01020304 012345 0123456 01234567 012345678 020202 030303 040404 050505 060606 070707 080808 090909 098765 100000 100200 101010 10101010 102030 10203040
1029384756 110011 110110 111000 111111 11111111 111222 111222333 111333 112112 112211 112233 11223344 113311 114477 115599 116699 118118 119911 120120 121212 12121212 121312 121314 122333 123000
123012 123098 123123 123123123 123213 123234 123258 123321 123369 123400 12341234 123412345 1234321 12344321 1234512345 123454321 1234554321 123456 123456654321 1234567 12345678 123456789 123456789a
12345678a 123456a 123456abc 123456q 123457 12345a 12345qwert 123465 123467 1234abcd 1234asdf 1234five 1234qwer 123645 123654 123654789 123698745 123789 123890 123987 123abc 123asd 123qwe 123qweasd
124578 125125 126126 12monkeys 12qwaszx 130130 131313 1314520 134679 134679852 135246 13579 135790 135791 1357924680 141414 142536 142857 143143 145236 147147 147258 147258369 147852 147852369 147896
147896325 151515 159159 159357 159632 159753 161616 168168 171717 181818 191919 192837 192837465 198888 1a2b3c 1a2b3c4d 1direction 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc
1qazxsw2 200000 200200 201201 202020 211211 212121 213141 214365 221122 222222 22222222 223344 224466 225588 228228 230230 232323 234234 234567 2345678 240240 246810 246824 250250 252525 258258 258456
262626 272727 282828 292929 2pac 2wsx3edc 303030 306090 313131 314159 31415926 321123 321321 321456 321654 321654987 323232 332211 333333 33333333 333444 333666 334455 336699 343434 345345 345678
357159 357951 363636 369258 369258147 369369 369963 373737 383838 393939 400000 411411 420 420420 420blaze 421421 424242 443322 444444 44444444 445566 447788 454545 456123 456321 456456 456654 456789
456852 464646 474747 484848 494949 4:20 500000 500500 505050 50cent 511511 515000 515151 520131 5201314 520520 521314 521521 525252 535353 54321 543210 545454 550055 554433 555555 55555555 555666
556655 556677 565656 565758 567890 575757 585858 595959 600000 606060 616161 616263 626262 636363 646464 654123 654321 654654 656565 665544 666666 66666666 666777 667766 667788 676767 678678 678910
686868 690690 696969 69696969 700007 700700 707070 717171 717273 727272 737373 737475 741741 741852 741852963 747474 748596 753159 753753 753951 757575 765432 767676 775533 776655 777777 77777777
778899 787878 789123 789456 789456123 789654 789789 789987 797979 798465 800000 808080 808808 818181 818283 828282 838383 848484 852147 852456 852852 852963 858585 864200 864209 868686 876543 87654321
878787 888888 88888888 889900 890890 898989 900000 901901 909090 911119 911911 918273 918273645 919191 929292 939393 949494 951357 951753 953159 959595 963258 963852 963852741 963963 969696 979797
987123 987321 987456 987654 9876543 98765432 987654321 987789 987987 989898 990099 998877 998899 999999 99999999 a12345 a123456 a1234567 a1b2c3 a1b2c3d4 a1s2d3 a1s2d3f4 aa123456 aa12345678 aaaaaa aab
aabbcc aabbccdd aalborg aap aarde aarhus aaron aase abababa abba abc abc12345 abcabc abcd abcde abcde12345 abcdef abcdefg abcdefgh abcdefghi abcdefghij abcdefghijkl abe aber abigail absolut absolute
absolution abstract abuela abuelo academy access accesses accord account acdc acebase acer acmilan acqua action active activity adam adele adgangskode adidas adios adler adm admin administrador
administrateur administrator adobe adrenalin adrian adriana adrien adventure aeble aerosmith affe africa agata agent agf agnes agnieszka agua aguila aigle aik airborne airbus airforce airjordan
airplane ajax alabama aladdin alain alan alaska albert alberto alcatraz alchemy alcohol alejandro aleksandra alessandra alessandro alessia alesund alex alexalex alexander alexandra alexandre alexis
alfaromeo alfred alice alien aliens alina aline alive allah allen alliance alligator allstar allstars almighty alone alpha alphabet alskling alva alvaro alvin always amager amanda amarillo amazing
amazon amber ambition amelia amelie amen america american ami amici amico amiga amigo amigos amis amor amore amoremio amour amsterdam ana anais anakin ananas anarchy ancient and anders andre andrea
andreas andrej andres andrew android andrzej andy angel angela angeles angelica angelina angelo angels animal animals anime anita anja anke anna anne annelies annemarie annette annihilate annika anouk
antarctica antelope anthony antje antoine antonella antoni antonio antwerpen anything anytime apex apfel apocalypse apollo appel appelsin apple apples april aqua aquarius aquila aragorn arancia arbeid
arbeit arbejde arcade arcenciel archangel archer arcobaleno arcoiris arctic argent argentina ariel aries arizona arjan armada armageddon armani armin army arnaud arne arrow arrows arschloch arsenal
artemis arthur artist artur arvid asd asdasd asdf asdfasdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdfjkl asdfzxcv asdqwe asgard asger ashes ashley aslan asroma ass assassin asshole astonvilla astra
astrid astronaut asus athena athens atlanta atlantis atletico atomic attack attila attitude auckland audi audia4 audio audir8 august augusti augustus aurelie aurelien aurevoir aurora austin australia
austria author automne autumn autunno ava avalanche avalon avatar avenger avengers aviator avocado awesome axel azerty azertyuiop azrael aztec azul baad babcia babe babes baby babyblue babyboy
babydoll babygirl babylon babylove babyyoda bach bacio backdoor backspace backstreet backstreetboys bacon badass badboy badger badgirl badman badminton baer bagel bagels bailey baker balance balder
bali baller ballet ballin balloon bambi bambino bamboo bamse bamsefar bamses banan banana bananas banane bandit bandits bangalore bangkok banjo bank banken banker bankrobber banshee baptiste bar
barbara barber barbie barca barcelona barefoot barn barnet barney barracuda barry bart bartek bartosz bartsimpson bas baseball basket basketball bass bassguitar bastard bastian bathroom bathtub batman
battery battle battlefield bayern bayernmuenchen bayernmunich bbbbbb beach beaches beacon beagle beaker beans bear beardog bears beast beastie beastmode beata beatles beatrice beatriz beautiful beauty
beaver beavis beckham bedste bee beer beers bees beethoven beetle beijing belgie belgique belgium believe bella belle bemvindo ben bender benfica bengt benjamin benny benoit bent bente bentley
benvenuto bergen berit berlin bernard bernardo bernd bertrand besiktas besos bestfriend bestfriends beta beyonce bff bff4ever bialy bianca bianco bible bici bicicleta bicycle bieber bienvenido
bienvenue bier biere bigbang bigbird bigboy bigdaddy bigdick bigdog bigfoot biggie bigmac bigman bigred bigtits bike biker bilbo bill billabong bille billion billy bingo bird birdie birdman birds
birgit birgitta birgitte birmingham birra birthday birthe biscuit biscuits bismarck bisou bitch bitches bitcoin bjarne bjoern bjork bjorn bjørn bla blaa blabla blablabla black blackberry blackbird
blackcat blackdog blackhawks blackie blackjack blackmagic blackout blackrose blacksabbath blackstar blade blades blahblah blanc blanco blaster blau blauw blazer bleach blessed blessing blessings bleu
blink182 blitz blizzard bloem blomst blomsten blomster blomstereng blonde blondie blood bloods bloody blu blue blueberry bluebird blueeyes bluemoon blues bluesky blume blumen blur blå bmw bmwm3 boat
bob bobby bobcat bobmarley bodil bodo bodø bogart bogdan bomb bonanza bond007 bonehead bones bonheur bonjour bonjovi bonnie boobies booboo boobs booger boogie booker boomer boomerang boots bootsie
border boricua bornholm borussia bosch boss boston bottle boulder bouncer bowler bowling boxcar boxer boxers boxing boy boyfriend boys boze bozena brad bradley braindead bram brandon brandy brann
brannbergen brasil brat braves bravo brazil bread breaker breeze brewster brian briana brigitte brisbane bristol britain britney britneyspears britt britta brittany broccoli brod broer broncos brondby
bronx brooke brooklyn brooks bror brother brown brownie browser bruce brucelee bruder brudgom bruins bruna bruno brunost brussels bruxelles bryan bryllup bryn brød brøndby bubba bubble bubblegum
bubbles bucket buckeye buckeyes buckshot budapest buddha buddy buddyboy budlight budweiser buffalo buffy buffyangel bugatti bugger bugsbunny bugsy builder bulbasaur bulldog bulldogs bulldozer bullet
bullfrog bulls bullseye bullshit bunghole bunnies bunny burger burning burrito bus bushido business bussen buster butler butter butterball buttercup butterfinger butterfly butthead butthole button
buttons buzzard bvb byebye bär båd caballo cabbage cabron cactus cadillac caesar cafe caio cairo cake calamity caleb calgary caliente california callofduty calvin camaro cambridge camel camelot camera
cameron camila camilla camille campbell camping campingvogn campus canada canadiens cancan cancer candy candycane candyman cane cannabis cannon canon canyon capital capone cappuccino capricorn captain
car caralho caramel cardinal cardinals caribbean carina carl carla carlo carlos carlsberg carmen carnage carnaval carola carolina carpenter carpet carrera carrot cars carsten cartman cartoon casa
casanova cascade casey cash cashmere casino casper castle cat catalina catalyst catarina catch22 catdog caterina catfish cats catwoman cavaliers cavallo caveman cazzo cccccc cecilie cedric celebrity
celine cellphone celtic celtics centaur central century cerberus cerdo cerise cero cerveza chad chainsaw challenge challenger chameleon champ champagne champion champions chance chandler chanel change
changeit changeme changes changethis channel chantal chaos character charger chargers chariot charisma charizard charlene charles charlie charliebrown charlotte charly charmander charming chase chat
chaton cheater checkers cheddar cheerleader cheese cheesecake cheetah chef chelsea cherries cherry cheval chevrolet chevy chewbacca chewie cheyenne chiara chicago chicagobulls chichi chickadee chicken
chickens chicks chief chiefs chien chihuahua children chile chilli china chinese chipmunk chipper chippy chloe chocolat chocolate chokolade chopin chopper chosen1 chris christ christa christel
christian christiane christina christine christmas christoffer christopher chronic chronicles chrono chubby chuckles chuj church churchill ciao ciaociao ciel cielo cigar cigarette cinder cinderella
cinema cinnamon cioccolato circle circus cisco citizen citroen citron civic claire clara clark classic classroom claude claudia claudio claus clave claves claymore clement clever clio clipper cloud
clouds clover clown coach cobra cocacola cocaine coccinelle cochon cock cocktail coco cocoa coconut cody coffee coiffeur coke coldbeer coldplay cole colin collection college colombia colonel colorado
colors colts columbia columbus combat comedy comet comfort comics command commander commando company compaq compass compleanno computador computer computerspil conan concepcion concert concorde
concrete condor conejo confused coniglio connard connection connor conquer contact contrasena contrasenha contraseña control converse cookie cookiemonster cookies cool coolcat cooldude coolguy coolio
coolman cooper cop copenhagen copper cordelia corey corinne corinthians corka cornelia corona corsa corvette cosanostra cosmic cosmo cosmos cotton cougar cougars counter counterstrike country courage
courtney cow cowboy cowboys cowgirl cows coyote cr7 cracker crackers craig crappy crayon crazy crazyboy crazycat crazygirl creeper cricket criminal crimson crips cristal cristian cristiano cristina
cristobal critter crocodile crow crusader crusher crypto crystal cuba cubs cucumber cullen culture cumpleanos cupcake curious current curry curtis custom cuteako cutie cutiepie cutter cyber cyberpunk
cyclone cyclops cygnus cykel cyklen cynthia cypress cytryna czarny czekolada czerwony czesc daan dabomb dad daddy daddycool daddysgirl daffyduck dagger dagmar daisy dakota dale dallas dallascowboys
damian damien dan dance dancer dancing danger dangerous daniel daniela daniele danielle danke danmark dannebrog danny danser daredevil dariusz dark darkangel darklord darkness darkside darling darren
darthvader dartmouth datter daughter dauphin dave david davide davidson dawid daytona dddddd dead deadhead deadly deadman deadpool deadwood dean death debian debora december deedee deejay deer default
defender defiant defleppard dejlig dejligt delete delfin delfiner delfino delhi delicious deliver dell delphine delta deltaforce demilovato demo demon demons denali denhaag denis denmark dennis denver
deputy derek derrick desember desert design designer desire desiree desktop destiny destroy destroyer deszcz detective detlef detroit deutsch deutschland deviant devil devildog devils devin dexter
dezember dharma diablo diamond diamonds diana dick dickhead didier diego dienstag diesel dieter digger digimon digital dilbert dilligaf dimanche dimples dinero dingdong dingo dino dinosaur diogo dior
diplomat director dirk dirtbike dirty disco discount discovery disney divine dixie djaevel djokovic djurgarden djævel dobby doberman dochter docker doctor doctorwho dodge dodgers dog doggie doggies
doggy doghouse dogman dogs dolemite dollar dollars dolores dolphin dolphins dom domain dominator domingo dominic dominika dominique domino don donald donaldduck donatello donnerstag dontforget
dontknow donut donuts doobie doodle doofus dooley doom doomsday doors dope doris doritos dorota dorothy dorte dorthe dortmund dory dos dota double dougie douglas downtown dracula dragon dragonball
dragonballz dragonfire dragonfly dragonlord dragons dragster drake drammen drdre dream dreamcast dreamer dreaming dreamland dreams drei dresden drew drifter dripik driver drizzle drogba drom dronning
dronningen droom dropbox dropdead drugs drummer drums drunk drøm drømme duarte dubai dublin ducati duck duckie ducks ducky dude dudeman dudley duke dumb dumbass dumbledore dumbo dummy duncan dungeon
dunlop dupa dupadupa dustin dutch dylan dynamite dynamo dynasty dziadek dziecko dziekuje eagle eagles earl earnhardt earth earthlink easter eastern easton eastside eastwood easy eatme eatshit eau ebay
ebbe echo eclipse ecole economy ecuador edcrfv edderkop eddie edgar edinburgh edison edith eduarda eduardo education edward edwin eeeeee eenhoorn eevee eeyore efteraar efteraarsferie efterår egern
egghead egon egypt eight einhorn eins einstein einszwei eirik ejnar eldorado electric electro elefant elefante elegance element elements elena eleonora elephant eleven elfriede elfsborg elg eli elias
elijah elin eline elisa elisabeth elite elizabeth elk elke ella ellen elliot elodie elsa else elskede elsker elskerdig elskling elvis elvispresley elwood elzbieta emerald emil emilie emilio emily
eminem emma emmanuel emmanuelle emotion emperor empire enemy energy enfant engine engineer england enhjorning enhjørning enigma enrico enrique enter enterme enterprise entotre entropy entwo epsilon
epson erdbeere erde erfolg eric erica ericsson erik erika eriksen erling ernest ernst esben esbjerg esbjergfb escape escort escuela espana españa espen esperanza espresso estate esther estrella ete
eternal eternity ethan etienne etoile ett eugene euro europa europe euros eva evan evanescence evelina evelyn everest evergreen everlast everton everything evil evolution ewa ewelina excalibur
excellent exchange exito exodus expert explorer express extreme eyeball faar fabian fabiana fabien fabio fabrice fabrizio facebook faen fahrrad fairlane fairy fairytale faith faithful falcon falcons
fallen fallout falloutboy famiglia familia familie familien famille family familyguy fandango fandeme fanden fanta fantasia fantastic fantasy far farfalla farfar farmer farming farmor faroe farside
fart farvel fashion fatass fatboy fatcat father fatima fatman fatty favorite faxekondi fcbarcelona fcbayern fck fckobenhavn fckoebenhavn fcporto fearless feather februar februari february federer
federica federico feelgood felicidad felicita felipe felix feliz fellow femke fenerbahce fenway ferie ferien fernanda fernandes fernando ferrari fest festen festival feu feuer feyenoord ffffff fiat
fick ficken fiction fiddle fidelity fiesta fiets fighter fighting figlia figlio filip filippo fille fils filter final finally finance findingnemo finger finland finn fiona fiore fiori fire fireball
firebird firefighter firefly firefox fireman firenze firewall fireworks first firstborn firstlove firstone fisch fish fishbone fisher fisherman fishhead fishing fisk fisse fitness fitta five fjaril
fjeld fjell fjelltur fjord flaeskesteg flagermus flame flamengo flames flamingo flash flasher flashman flavia flavio flemming fletcher fleur flight flipper floor floppy flor florence flores florian
florida floris flounder flower flowers floyd fluen fluffy flute fly flyboy flyer flyers flying flyver flæskesteg fodbold fodselsdag folklore fool football footlocker foraar force ford fordmustang
foreman forest forever foreverlove forgetit forgiven forgot forgotten formaggio formula fortnite fortress fortune forum forward forår foster fotball fotboll fountain four four4four fox foxtrot foxy
fozzie fraggle fragola fraise framework france francesca francesco francis francisca francisco franco francois francoise frank frankfurt frankie franz franziska fratello freak freaky freckles fred
fredag freddie freddy frederic frederick frederik frederikke frederiksberg fredrik fredrikstad free freebird freedom freefall freelance freeman freestyle freeway freiheit freitag freja french frenchie
frere fresa freund freunde freundin frida friday frieda frieden friedrich friend friends friendsforever friendship frihed frikadelle friseur frisky frisoeren frisor frisorsalon frisør frisøren
frisørsalon fritz frodo frog froggie froggy frogman frogs fromage frontier frosch frosty frozen fruehling fryzjer frø frühling fubar fuchs fuck fucker fuckface fucking fuckit fuckme fuckoff fuckthis
fuckyou fudge fuego fuenf fugazi fugl fullmoon fun function funky funkytown funny funnybunny funtime fuoco furball fussball futbol futebol futurama future fuzzball fuzzy fyn får fødselsdag fünf gabber
gabi gabriel gabriela gabriele gabriella gaelle gaest gaga galatasaray galaxy gambit gambler game gameboy gamecube gameover gamer gamers games gaming gamma gammeldansk gandalf ganesh gangbang gangsta
gangster ganja garage garcia garden gardener garfield gargoyle garlic garrett gary gasolin gast gateau gateway gatito gato gator gators gatsby gatto gavin gdansk geburtstag ged geel geert geheim
geheimnis geir geiranger gelb geld geluk gemini general genesis geneva genevieve genie genius gennaro gentle gentofte genuine geoffrey george georgia gerald gerard gerd gerda gerhard germany geronimo
gerrard gerrit gertrud getmoney getout getsome gewinner gezin gggggg ghetto ghislaine ghost ghostrider ghosts giacomo giallo gianluca gianni giants gibson gilbert gilles gimli gin ginger giorgia
giorgio giovanna giovanni giraf giraffe girl girlfriend girls gisela gitara gitarre github gitlab gitte giulia giulio giuseppe gizmo gjest glacier glad gladiator glamour glasgow glenn glitter global
gloria glueck glück gmail gnome gnr goalie goat goblin gocubs god goddess godfather godlike godmorgen godnat godslove godspeed godverdomme godzilla goforit gogogo gohan gohome goku gold golden
goldeneye goldfinger goldfish goldie goldstar golf golfer golfgti golfing goliath gonzalo gonzo goober goodboy goodbye goodday goodgirl goodie goodlife goodlove goodluck goodmorning goodnight
goodtimes goofy google gopher goran gordon gorgeous gorilla gorm gospel goteborg gothic government governor grace gracias graham grandam grandiosa grandma grandpa grandprix grandtheft granite grant
grape grapefruit grapes graphics grasshopper grateful gravity grazie grazyna greatest greatone green greenapple greenbay greenday greenland greentea greg gregory gremio greta grethe grey greywolf
griffey griffin grinch gris grisebasse grizzly groen groenland gron groovy ground groundhog group growler gruen grumpy gryffindor grzegorz grøn grønland grün gta5 guadalupe guardian gucci gudrun
guenther guess guesswho guest guilherme guillaume guillermo guinness guitar guitarist guitarra gul guldfisk gulerod gun gunit gunman gunn gunnar gunner guns gunsmoke gunsnroses gunter gustaf gustav
gustavo gutten gutter guy gwiazda gymnast gymnastik gypsy gæst göran göteborg günter haaland haandbold haar haarklip hack hacked hacker hackers hacking hagrid haha hahaha hahahah hahahaha hai hairball
haircut hairdresser hairy haj hakan hakon hakunamatata halflife halfmoon halina halleluja hallelujah hallmark hallo hallohallo halloween halo halvard hamburg hamburger hamilton hammarby hammer hammers
hampus hamster handball handsome handy handyman hangman hannah hannahmontana hanne hanneke hans hansen hansolo hanuman happiness happy happybirthday happyboy happycat happyday happyfeet happygirl
happyman harald haraldrex hardanger hardball hardcore hardrock hardware haribo harley harleydavidson harmony harold harper harrier harry harrypotter harrystyles hartmut harvey hase haslo hasło haunted
haus hav havana havet hawaii hawk hawks hayabusa headhunter heart heartbreak heartbreaker heartless hearts heat heather heaven heavenly heavymetal hector hedgehog hedwig hehehe heidi heike heim
heinrich heinz heisann hej hejhej hejmeddig hejsan helena helene helga helge helicopter helios hell666 helle hellerup hello hellohello hellokitty helloworld helmet helmut helpme helsingborg helsingor
helsingør helsinki hemel hemlig hemligt hemmelig hemmelighed hemmelighet hemmeligt hendrik hendrix henk hennesmauritz henning henriette henrik henrikke henrique henry herbert herbst hercules herfst
heritage hermana hermann hermano hermes hermione hermit herning hero herobrine heroes heroin hershey hertha herve hest heste hesten hhhhhh hidden highland highlander highlife highschool highway hihihi
hija hijo hiking hilde hildegard hillerod hillerød hilltop himlen himmel hinata hiphop hippo history hitman hiver hjem hobbes hobbit hockey hogwarts hola holahola holger holiday holidays holland
holler hollister hollow hollywood holstebro holycow holyshit home homeboy homebrew homeland homeless homer homersimpson homework hond honda honest honey honeybear honeybee honeybunny honeydew honeypie
hongkong hood hooker hooligan hooters hope hopeful hore horizon hornet hornets horny horse horsens horses horst hospital host hosten hotdog hotdogmand hotdogs hotgirl hothot hotmail hotpink hotrod
hotshot hotstuff hottie hotty hotwheels houdini hounddog house houston howard howdy hsv huawei hubert huckleberry hudson hufflepuff hug hugh hugo hugs hulk human humble hummer hummingbird hund hunde
hundehvalp hunden hundred hungry hunter hunting hurricane hurtigruten hus husband huset husky hustler huub hval hvalp hvid hygge hyggelig hyggetid hyperion hytta hytte hytten hyttetur hyundai håkon
håndbold hår hårklip høst ian ibm ibrahimovic ice iceberg icecold icecream icecube icehouse iceland iceman ichigo ichliebedich ida idiot idontknow idunno ifkgoteborg ignacio iguana iiiiii ijnokm ikea
ikhouvanjou ilaria ild illusion ilovedad ilovegod iloveher ilovehim ilovejesus iloveme ilovemom ilovemymom ilovemyself iloveu iloveyou ilse imagine imation immortal impact impala imperial impossible
impreza inception independent india indian indiana indians indigo indonesia industry ines inferno infinite infiniti infinity information inge ingeborg ingemar inger ingo ingram ingrid ingvild innocent
innovation insane insanity inside insight inspiron instagram instinct integra integral intel intelligent inter interceptor intermilan internal internet internett intrepid invader inverno invictus
invierno invisible iowa ipad iphone ipod ireland irena irene iris irish irishman irmgard ironhorse ironmaiden ironman isaac isabel isabela isabella isabelle isak ishockey islam island isolation israel
istanbul itachi italia italy ivan ivar iverson iwona jaap jablko jacek jack jackal jackass jackie jackiechan jackoff jackpot jackson jacob jacqueline jacques jadwiga jaevla jagalskardig jaguar jaguars
jaime jakarta jake jakob jakub jamaica james jamesbond jamie jan jana jane janice janne jannik januar januari january janusz japan japanese jared jaroslaw jasmine jason jasper jaune java javascript
javelin javier jay jaybird jayhawk jayz jazz jazzman jazzy jeanne jedi jednorozec jeep jeff jeffrey jegelskerdig jelle jelly jellybean jellybeans jellyfish jennifer jenny jens jensen jenta jenter
jeppe jeremiah jeremy jericho jerkoff jeroen jerome jerry jersey jerusalem jerzy jesien jesper jesse jessica jessika jester jesus jesuschrist jesusislord jetaime jets jette jeudi jewels jim jimbo
jimbob jimmy jingle jingles jjjjjj jlo joachim joakim joana joanna joao joaquim joaquin job jocelyne jochem jochen jockey joder joe joel joelle joerg joey johan johann johanna johanne johannes john
johndeere johndoe johnny johnson joker jolanta jon jonas jonasbrothers jonathan jonny joost jord jordan jordbaer jordbær jorge jorgen joris jorn jorunn jose josef josefa josefin josefine joseph joshua
jostein journey joy joyful joystick juan juana juanito judaspriest judith judo juergen jueves juggalo juggernaut jul juleaften juleand julemand julemanden julen juli julia julian juliana julie julien
juliette julio july june jungle juni junior juniper junkie junkmail jupiter jurassic justdoit justice justin justinbieber justme jutta juve juventus jylland jytte jævla jørgen jørgensen jürgen kaas
kacper kaereste kaese kaffe kaffee kaffekop kaffepause kage kahuna kaiser kaitlyn kaj kalina kamikaze kamil kamila kane kanelsnegl kangaroo kanin kansas kanye kanyewest kapper karachi karaoke karate
karen kari karin karina karine karl karlheinz karma karol karolina karsten kartoffel kasper kat katana katarzyna katharina katherine kathleen kathrin kathryn katie katja katrina katrine katte katten
kattepus katyperry katze katzen kawa kawaii kawasaki keepout kees keith kelly kelsey ken kenneth kenny kenobi kentucky kenya kermit kerst kerstin kerstmis kestrel ketchup ketil kevin keyboard kia
kickass kickflip kid kids kiev kikker killbill killer killing killinger killjoy kim kimberly kimmie kind kinder king kinga kingdom kingfish kingfisher kingkong kingpin kings kingston kirby kirsche
kirsebær kirsten kirstine kiss kisses kissme kissmyass kitchen kitkat kitten kitties kitty kittycat kiwi kjaereste kjell kjetil kkkkkk klaas klara klaus klip klipning klippe klote knicks knight
knights knockout knuckles knud knulla koala kobe kobebryant kobenhavn kocham kochamcie kochanie kode kodeord kodiak koe koeln koen koenig koenigin koffie kolding komputer kon kong konge kongen konijn
konrad kontor koolaid kopenhagen korea korn kot kotek krakow kram kramer krishna kristen krister kristian kristiansand kristin kristina kristine kristoffer krolik krowa krusty krypton kryptonite
krystian krystyna krzysztof ksiezniczka ksiezyc kuchen kuh kungfu kurt kurwa kurwamac kuss kusse kut kvikklunsj kwiat kwiatek kyiv kyle kylling kylo kyoto kys kysse käse kæreste köln könig københavn
labrador labtec lacrosse ladies lady ladybug ladygaga laekker laetitia lagwagon lait lakers lakota lakrids lakrits lakseoppdrett lalala lalalala lambda lamborghini lampard lance lancelot lancer
landsholdet language lapin laptop larissa larry lars larsen larsulrich lasagna lasagne laser lasse last lastchance lasvegas lato latte laudrup laughing laura lauren laurence laurent laurits lavender
lawrence lawyer lazio lazy lea leader leagueoflegends leah leandro leather leben lebron lebronjames lech leche ledzeppelin lee leeds leeuw lefse legacy legend legends legion lego legoland legolas leia
leif leipzig lejon lemon lemonade lemons lena lene lennart lennon lenovo lente leo leon leonard leonardo leone leonie leopard leprechaun leroy leslie leticia letitbe letmein letmeinn letmeinnow letsgo
letter letters leven leverpostej leviathan lew lewis lexus liam liberta libertad liberte liberty libra library license licorne liebe liebling liefde lieke life lifeguard lifeisgood lifetime lighthouse
lightning lights lilje liljer lilla lillebror lillemor lillesoster lillestrom lillesøster lillian lilwayne lily lime limewire limited limon limone limpbizkit lincoln linda lindsay lindsey line lineage
link linkedin linkin linkinpark linkoping linköping linn linnea linux lion lionelmessi lionheart lionking lions liquid lis lisa lisbeth lisboa lisbon lise lithium little littleman littleone liv live
liverpool livet living lizard lkjh lkjhgfdsa llllll lluvia lobo lobster location lockdown lodz loebe loewe lofoten logan login logmein logon loic loke lol lola lollipop lollol lollypop lolol lololol
london lone lonely lonestar longbow longhorn longhorns lookatme looking looney lordag lordoftherings lordvader lorena lorenzo lori lort lorte losangeles losenord loser losers lost lothar lotte lottery
lotus loudness louis louise louisvuitton loup lourdes love love4ever lovebird lovebug lovehate lovehurts lovelife lovelove lovely loveme lover loverboy lovergirl lovers lovesucks loveyou lovisa
lowrider loyalty luana luca lucas lucia luciana lucie lucifer lucky luckycharm luckydog luckyone lucy ludacris luder ludovic ludvig ludwig luffy luigi luis luisa luiz lukas lukasz luke lukeskywalker
lul luna lunatic lund lundi lune lunes lupita lupo luscious luther lydia lykke lykkelig lyngby lyon lyserod lyserød lækker lösenord löwe løbe lørdag løve maaike maan maane maart maarten macarena
macaroni macbook macdaddy macgyver machine maciej macintosh madcat madhouse madison madman madmax madness madonna madre madrid mads mae maelk mafalda mafia magda magdalena magenta maggie maggot magic
magical magician magne magnet magnolia magnum magnus mai maiale maiden mailman maison maj maja majestic majesty makaveli makemoney makeup malaka malaysia malene malgorzata malibu malin malmo malmoff
malmö malpa malte malthe mama mamamia maman mamma mammasgutt mammoth man manager manchester manchesterunited mancity mandag mandalorian mandolin mane manfred mango manhattan maniac manila manolo manon
manowar mantis manuel manuela manunited manutd manzana mapleleafs mar maradona marathon marble marc marcela marcelo march marcia marcin marco marcos marcus mardi mare mareike marek maren margarete
margarita marge margherita margit margrethe margriet marguerite maria mariah mariana mariann marianne maribel marie mariehone mariehøne marieke marienkaefer marijke marijuana marina marine mariner
marines mario marion mariposa marisa marisol marissa marit marius mariusz marjolein mark market marketing markus marlboro marleen marlene marley marlins married mars marseille marshal marshall
marshmallow marsvin marta martes martha martijn martin martina martini marts martyna marvel marvelous marvin mary maryjane maserati mash4077 mason massacre massage masseur massimo massive master
masterchief mastermind masterpiece masters matador mateo material mateusz matheus mathias mathieu mathijs mathilde matilde matka matrix matt matteo matthew matthias mattia mattias mature maurice
mauricio maurizio mauro maus maverick max maxima maxime maximilian maximum maximus maxpower maxwell may mayhem mazda mbappe mccartney mdp meatball meatloaf mechanic medical medicine medusa meer
megadeth megaman megan megatron mela melanie melbourne melissa melk melody melon melvin member memorex memories memory menace menno mental mentor mer mercedes mercedesbenz merci mercredi mercury merda
merde meredith merel merete merlin mermaid merrychristmas message messenger messi messiah metal metalhead metallica meteor method metroid mets mette mewtwo mexican mexico mia miami michael michaela
michaeljackson michaeljordan michal michel michela michelangelo michele michelle michigan mickey mickeymouse microlab microsoft microwave midgard midnattsol midnight midtjylland midway mie mieke
miercoles mierda mighty mightymouse miguel mikael mikaela mike mikey mikkel milan milano milch milena miles mileycyrus military milk milkman milkshake mille millenium millennium million millionaer
millionaire millwall milo mindless mindy minecraft minerva minimum minister minnesota minnie minniemouse miracle mirage miranda mireille mirror mis misfit misfits misiek misio mispus missekat mission
missy mistral mistress mitchell mitsubishi mittens mittwoch mjolnir mleko mmmmmm mnbv mnbvcxz moa mobil mobile model models modern moeder mohamed mohammed mohawk mojo mojojojo molde molly molson mom
moment mommy moms mona monarch mond monday money moneyman mongodb mongoose monica monika monique monitor monkey monkeys mono monopoly monster monsters monstertruck montag montana montreal monty
montypython moocow moomoo moon moonbeam moonlight moonstar moonwalk moose mor mordor morfar morgan morgane morgen mormor morning moron morpheus morris mortal morten mortensen mortgage morze moscow
moses moskva mosquito mossimo motdepasse mother motherfucker motherlode motion motocross motor motorbike motorcycle motorhead motorola motyl mountain mouse movies mozart mucca mudvayne muenchen mufasa
muffin muggle muhammad muhammadali muhko muis mulan mum mumbai mummy munchkin munich murder muriel murphy mus muscle muse museum mushroom music musica musical musik musique muslim mustang mustangs
mustard mutant mutter mutti muziek mychemicalromance myggen mygirl myhouse mylife mylove myname mynameis mypass mypassword myriam myspace mysql mystery mystic mystical mysz mythology måne mælk münchen
nachos nadal nadine nadja naestved nails naked nala nameless nanana nancy nanna naomi napoleon napoli napster naranja narnia naruto nasa nascar natal natale natalia natalie natasha nathalie nathan
nathaniel nation national natural nature naughty navidad navigator navy nebraska nebula necromancer nederland negl negle neglesalon negro neige neil nelson nemesis nemo neo neptune nero netflix
netvaerk network neutron nevada neve never neverland nevermind newbie newcastle newhouse newlife neworder newpass newpassword newport newstart newton newyear newyork newyorkyankees nextel neymar niall
niceguy nicholas nick nickiminaj nicklas nicky nico nicola nicolai nicolas nicole nicoline nicotine niebieski niebo niedzwiedz niels nielsen nienke nieve nigeria nightfire nighthawk nightmare nightowl
nights nightshade nightwing nightwish nihilist nike niklas nikolaj nils nimbus nimrod nina nine ninja ninjago nintendo nipple nipples nirvana nissan nisse nissehue nissemand nissen nisser nitro
nitrous nnnnnn noaccess noah nobody noel noemie noerrebro noir nokia nolimit nomad nomore none nonna nonno nonsense noodle noodles noor nopass nopassword norbert nordkapp nordlys nordsjaelland norge
norge17mai normal norman norrkoping northern northside northstar northwest norway nostromo notebook nothing notorious novell november nsync nuclear nude nugget nuggets null number numberone numbers
numero1 nuno nuria nurse nursing nutcracker nutella nutmeg nytaar nytår næstved nørrebro oakland oasis oatmeal obelix obiwan oblivion obrigado obsession obsidian ocean october octopus odd oddball
oddvar odense odile odin odyssey office offroad offshore offspring ogien ohio oiseau oklahoma okmijn oktober ola olaf olav oldman oldpassword oldschool oldspice ole olemiss olga olifant oliver olivia
olivier oliwia olol olsen oluf olympia olympique olympus oma omaopa omar omega omg omgomg omgwtf onedirection onelove onepiece oneself onestar onetime onetwo onetwothree onfire onion online onlyme
onlyone onsdag onyx oooooo opa opel open opendoor opensesame opensource openup openwater opera operation operator optical optima optimist optimus option options oracle orange oranges orchard orchid
order ordinateur orebro oregon oreo orgasm orient original orioles orkide orlando orn orpheus orso orzel osaka oscar oskar oslo oso ospreys ost ostern osterreich otherside otono ottawa otto ours
outback outcast outdoor outlaw outlook outsider overkill overload overlord overwatch owen owl owls oxford oxygen oystein oyster oyvind ozzy paard paaske paaskeferie pablo pace pacers pacific package
packard packers pacman paddle paddy padre pai paige painter paix pajaro pakistan pal palace paladin palle pallmall palmeiras paloma pamela panasonic pancake pancakes panda pandas pandora panic
pannekake pannekaker pantera panther panthers panties paola paolo papa paper papi papillon pappa pappasjente paradigm paradise paradox paramore paranoid parasite paris parissg parker parola parole
parrot partner partners party partyboy partygirl partytime pascal pascale pasquale pass passe passion passme passord passport passw passwd passwo password passwords passwort past pasta patches
patience patrice patricia patrick patrik patriots patrol patrycja patryk paul paula paulina paulo pavilion pawel payday paypal paz peace peacemaker peaceout peach peaches peacock peanut peanuts pear
pearl pearljam pebbles peder pedersen pedro peekaboo peepee peewee pegasus pele peluquera pencil penelope penge penguin penguins penis penny penthouse pentium people peoples pepe pepper peppermint
pepsi per pere perfect performance perfume periwinkle pernille perro perry persian person personal perth peru perverse pesce pete peter peterpan petersen petra peugeot pez pferd pferde phantom
pharmacy pheonix phil philip philipp philippe philippines philips phillies phillip philly phish phoebe phoenix phone photo photography photoshop physics pia pianist piano picasso piccolo pickle
pickles picture pictures pieniadze pierce pierre pies pieter pietro pig piggie piggy piglet pigs pik pikachu pikken pilar pilates pillow pilot pim pimp pimpdaddy pimpin pimping pinball pindsvin
pineapple pingouin pinguin pinguino pingvin pink pinkfloyd pinkie pinky pinnacle pioggia pioneer piotr piotrek pipeline pippin piranha pirate pirates pisces pissoff pistol pistons pitbull pitcher
pittbull piwo pizza pizzahut pizzas plage plane planet plastic platano platform platinum playa playboy player playgirl playing playstation playtime plaza please pleasure plokij pluie plumber pluto
plymouth pocahontas poes poesje poet poetry poilkj poison poisson poiu poiuyt poiuytrewq pokemon poker pokoj poland polarbear polaris polarsirkel police politi polo polser polska pomarancza pomme
poncho ponies pontiac pontus pony pooh poohbear pookie pooky poop poopoo poopy popcorn popeye poppop poppy popsicle popstar popular porn porno porsche portal portland porto portugal position positive
possible postal postgres postgresql postman potato potatoes pothead potter poul power powerful powerranger powers poznan pppppp prada prague praha praise prayer preben precious predator preikestolen
premier premium presario presence present president presley pressure prestige preston pretty prettygirl primavera primetime primus prince princesa princess principessa pringles prins prinsesse
printemps prinz prinzessin priority priscila prisoner privacy private problem process prodigy product professional professor program programmer progress project promise promises property prophecy
prophet protect protection protocol proverbs providence prowler przemek przyjaciel psg psv psveindhoven ptak public puck puma pumbaa pumpkin punisher punk punkin punkrock puppet puppies puppy purple
pus pusekat pusekatt pusen pussy pussycat puta putain puttana pwd pword pyramid pyramids python pål påske pølser q123456 q1w2e3 q1w2e3r4 q1w2e3r4t5 qazqaz qazwsx qazwsxedc qazwsxedcrfv qazxsw qqq
qqqqqq quake quality quantum quarter quebec queen queens quentin queso quest question quickly quicksilver quiet quiksilver qw12 qwaszx qwe qweasd qweasdzxc qweqwe qwer qwerasdf qwert qwert12345 qwerty
qwertyqwerty qwertyui qwertyuiop qwertz qwertzuiop qwezxc rabbit raccoon racecar racer racerx rachel racing radar radek radical radio radioactive radiohead raev rafael rafaela rafal raffaele ragnar
ragnarok ragnhild raider raiders railroad rain rainbow raindrop rainer rainman rainyday raket ralf rallye ralph rambo rammstein ramon rampage ramrod ramses randall randers randi random randy ranger
rangers raphael raptor raptors rapunzel raquel rasmus rasmussen raspberry rasputin rasta rastafari ratman raton raul rav raven ravenclaw ravens ray raymond razor reader reading ready real reality
realmadrid realtor reaper rebecca rebel rebels reckless record recovery red redalert redbaron redbird redbone redbull reddevil reddog redfish redfox redhead redhot redis redlight redline redman
redneck redred redrose redrum redsox redwings redwood reebok referee reflex regen regenbogen regenboog reggae regina reginald regine regis register regn regnbue regnorm regular reina reindeer reine
reinhard relax release reliable religion reload remember remi remote remy renard renata renate renaud renault rene renegade rens rensdyr reptile republic request rescue research reset resident
residentevil resistance respect result retired rev reve revenge reverse revolution revolver reward rex rey reykjavik rfvtgb rhino rhythm ricardo riccardo rich richard richie rick ricky ricochet rifle
rightnow rihanna rikke riley ringo riptide risengrod risengrød rita river rivers riverside roadkill roadking roadrunner roadster roar rob robbie robert roberta roberto robin roblox robocop robot
robotech robots rocio rock rockbottom rocker rocket rocketman rockets rockhard rockies rocknroll rockon rockstar rocky rockyou rod rodeo rodgrod rodney rodrigo rodzina roed roev roevhul rofl roger
rogerio roi rojo roland rolex rolf roligan rollingstones rollsroyce rolltide roma romain roman romance romantic rome romeo ronald ronaldo ronnie rood rooney rooster root rootbeer rosa rosario rose
rosebud rosemarie rosen rosenborg roser roses rosie roskilde ross rosso roswell rot rotten rotterdam rouge rough router rover rower roxy roy royal royals royalty rrrrrr rubber ruben ruby rudeboy rudi
rudolf rudolph ruediger ruffles rugby rui rum runaway rune runescape runner running rush2112 russell russia russian rusty ruth ruthless ruud ryan ryba ryszard ræv rød rødgrød røv saab sabado sabbath
saber sabine sabrina sacred sadie safari safety sagittarius sahara saigon sailing sailor sailormoon saint saints saks sakura salah salamander salasana sales salesman sally salmon salon salope salsa
salt saltlake salut salvador salvation salvatore sam samantha samedi sammy sampson samson samstag samsung samuel samurai samus sanctuary sander sandiego sandman sandnes sandra sandrine sandwich sandy
sanfran sanne santa santaclaus santana santiago santos saopaulo sapphire sara sarah saratoga saruman sascha sasha saskia sasuke satan satellite saturday saturn sauron savage savannah sawdust saxophone
scandal scania scanner scarecrow scareface scarface scarlet scarlett schaf schalke schatje schatz schatzi scheisse schmeichel schmetterling schmidt schnapps schnee schokolade scholar school schule
schumacher schwarz schwein schweiz schwester science scimmia scirocco scoobie scooby scoobydoo scooter score scorpio scorpion scotland scott scrabble scrappy scream screamer screwyou scrooge scuola
seabreeze seadog seagull seahawk seahawks sean search seashell seaside season seat seattle sebastian sebastien second secret secreto secrets secure security segreto sejlads selector selena selenagomez
selma semper semperfi sen senator seneca senha senhas senior senna sentinel sentry seoul september ser serena serenity serge sergio serpent server service sesam sesame session seth setup seven sevens
seventeen severine sex sexsex sexy sexyboy sexygirl sexylove sexymama sexyman sexysexy sexything shadow shadows shady1 shaggy shakespeare shakira shalom shamrock shane shanghai shania shannon shaolin
shaq shark sharks sharon sharpshooter shaun shawn sheba sheep sheepdog sheffield sheila shelby shelter shepherd sheriff sherlock shield shiloh shine shining shinobi ship shirley shit shitface shithead
shiva shocker shooter shooting shopping shortcake shorty shotgun showboat showme showtime shrek shuttle sickness sidekick sidewinder sidney siegfried siemens sierra sigge sigma signal signature signe
signin sigrid sigurd silence silent silicon silje silke silkeborg silkeborgif silver silverado silverfox silvia simba simon simona simone simple simplicity simpson simpsons sinaasappel singapore singe
singer singing single sinner siostra siren siri sissel sister sisters six sixten sjaelland sjoerd sjælland skarb skat skate skateboard skater skatte skatten skatter skeeter skeleton ski skidoo skier
skiferie skiing skildpadde skinhead skinny skipper skippy skittles skitur skoda skoenhed skog skole skolen skonhet skov skovtur skull skulls sky skydive skyfall skyhawk skyler skyline skyrim skywalk
skywalker skønhed slacker slammer slange slapshot slaughter slave slavik slawek slayer sleep sleeper sleeping sleepy slider slimshady slipknot slipper slon slonce slugger sluggo slut slytherin
smackdown smallville smart smarty smashing smeghead smelly smile smiles smiley smiling smiths smoke smoker smokes smokey smoking smooth smoothie smorrebrod smuk smukfest smukke smurf smurfs smør
smørrebrød snake snapchat snapper snapple snappy sne sneakers sneeuw snegl sneglehus snickers snieg sniper sno snookie snoop snoopdogg snoopy snow snowball snowbird snowboard snowflake snowman
snowstorm snowwhite snuggles snø soccer social socks socrates soed soede soedeste soeur sofia sofie softball software sogn sognefjord sogno sohn sol solange soldi soldier sole soledad soleil solen
solitude solomon solsikke solskin solskinn solskinsdag solution somebody someday someone somethin something somewhere sommar sommer sommeren sommerferie sommerfugl sommerhus sommerhuset son sondag
sondre song songbird sonia sonic sonja sonjabonja sonne sonnenblume sonnenschein sonntag sony sonyericsson sooner sooners sophia sophie soprano sorcerer sorella soren sort sorte soster soul soulmate
source souris southern southpark southpaw southside sovereign spa space spaceman spaghetti spain spanish spank spanker spanky sparkle sparkles sparky sparrow spartan spartans special spectrum speed
speeder speedo speedway speedy spence spencer spiaggia spice spicegirls spicy spider spiderman spidey spike spinach spinner spiral spirit spitfire splash spongebob spooky spoon sport sporting sports
spotify spotlight spring springer springfield sprinkles sprinter sprite spunky spurs spyder squash squirrel squirt squirtle ssssss stalker stallion stamps stan standard stanford stanislaw stanley star
starbuck starbucks starcraft stardust starfish stargate stargazer starlight stars starter startrek starwars state station status stavanger stealth steel steelers steen stefan stefania stefanie stefano
steffen steinar stella stellan stephane stephanie stephen ster stereo sterling stern sterne steve steven stevie stewart stewie stian sticky stig stigmata stijn stimpy stine stinger stinker stinky
stjarna stjerne stjerner stockholm stone stonecold stoned stoneman stoner stones storebror storesoster storesøster storm stormy strand strandtur stranger strawberry streak stream street streets
strength stress stretch strike striker string stripper stromsgodset strong stronzo struggle stuart student students studio stupid stuttgart style subaru submarine subway succes success sucker suckit
suckmydick sueno sugar sugarbear sugarpie suicide suisse sullivan sum41 summer summertime sun sunbeam sunbird sundance sunday sundevil sunfire sunflower sunlight sunny sunnyday sunrise sunset sunshine
suomi super superb superboy superdog superfly supergirl superhero superior superman supermario supermarket supernatural supernova superpower supersonic superstar superuser supervisor supreme surfer
surfing surprise surrender survey survival survivor susan susana susanne sushi suspect sussi suzanne suzuki svalbard svane svante svein sven svend svendborg svenja sverige svizzera swag swagger swan
sweden sweet sweetgirl sweetheart sweetie sweetlove sweetness sweetpea sweets sweety swiftie swimmer swimming swinger swingers swinia swiss switch sword swordfish sydney sylvain sylvester sylvia
sylvie sylwia symphony syn syndrome syracuse sysadmin system systemofadown syttende syttendemai szczescie szkola szymon sød søde søn søndag søren sørensen søster tack taco tacos tactical tadeusz taffy
taiwan tajne tajnehaslo tak takethat takk talisman talking tamarind tammy tampere tangerine tango tania tanja tanker tanya tara tarantula target targets tarheel tarheels tarta tarzan tastatur tasty
tata tatiana tattoo tatus taurus taxi taxman taylor taylorswift tea teacher teamo teamomucho teamwork techno technology tecza ted teddy teddybear tee teenager teiubesc telecom telefon telemark
telephone television temp temple temporal temporary temppass temptation ten tenerife tennessee tennis tequiero tequila teresa terje terminal terminator terra terrapin terre territory terror terrorist
terry tesla teslamodel test tested tester testing testpass testtest tetris teun texas texaslonghorn tgbyhn thailand thanks thankyou the thea thebeast thebeatles thebest theboss thecat thechosen
thecrow thedoctor thedog thegame thegreat thekid theking thelast thelegend theman themaster themoon theodore theone theory thepassword therapy therese therock theta thething thewho thiago thibault
thierry thijs thinker third thirteen thisisit thisisme thomas thor thorbjorn thorshammer thorsten thoughts thousand three threesome throttle thug thuglife thuis thumper thunder thunderbird thunderbolt
thursday thx1138 tiago tiamo tiberius ticket tickle tidalwave tiden tierra tiffany tiger tigercat tigerlily tigers tigerwoods tigger tightend tigre tijger tijn tiktok tilde tim timber timberland
timberwolf time timeless timeout timex timo timon timothy tina tine tinker tinkerbell tinman tiny tinytim tirsdag titan titanic titanium titans tits tivoli tobias toby tobydog tochter today todd
toffee tog together tokiohotel tokyo tom tomahawk tomas tomasz tomat tomato tombstone tomcat tomek tommaso tommy tommyboy tomorrow tone tonight tony toolbox toolman toor toothpaste topcat topdog
topgun topher topnotch topo topsecret tor torben torbjorn torden tore torill torino tornado toronto torres torsdag torstein torsten torta toshiba total totoro tottenham toucan touch touchdown tourist
tove tower town toy toyota toystory tracker tractor tracy trademark traening traffic trailer train trainer training traktor tralala trance transam transfer transformer transformers transit translator
transport trapper traum travel traveler traveller travis tre treasure treefrog trees trening tres trevor trex treze triangle tribal trickster trigger trigun trine trinity triple tripod tristan triton
triumph troels trojan trojans troll trollet trolls trolltunga trombone trompet tromso tromsoil tromsø trond trondheim trooper tropical trouble trousers troy truck trucker trucks truelove truman
trumpet trumpets trunks truskawka trust trustme trustno1 trustnoone truth træning tschuess tsunami tttttt tuborg tucker tuesday tulip tulipan tulpe tundra tupac tupelo turbo turkey turku turnip
turquoise turtle turtles tuva tuxedo tv2 tva tweety tweetybird twelve twenty twilight twinkie twinkle twins twisted twister twitter twix tycoon tygrys tyler typewriter typhoon tyr tyra tyrant tyson
ubuntu uccello ufo uganda ugle ukraine ulf ulla ulrich ulrik ulrike ulrikke ultima ultimate ultimo ultra ultraman ulv umberto umbrella umea umeå unbreakable uncle undead undercover underdog
underground undertaker underwater underworld unforgiven uni unicorn unicornio union unique united unity universal universe university unknown unlimited unni uno unodostres unodue unreal untouchable
upgrade uppsala upsilon uranus urban urodziny ursula urszula usa user username usher usmarine utah ute utopia utrecht uuuuuu uwe vaca vacaciones vacances vacanze vacation vache vader vaffanculo vaffel
vafler vagabond vagina vakantie valby valdemar valdez valencia valentina valentine valentines valentino valerenga valeria valerie valhalla valiant validate valkommen valley valorant valp vampire
vampires vancouver vand vanessa vanguard vanhalen vanilla vann vans varg varken vasteras vater vatten vault vector vegard vegas vegeta vejle velkommen velkomst velo velocity velvaere velvet velvære
ven vendredi venezia venezuela vengeance veninde venner venom venture venus vera verano verbatim verde verena verizon verjaardag vermont veronica veronika versace verstappen vert vertigo vespa
vesterbro viagra vibeke viborg vicente vicious victor victoria victory vida vidar video videogame vie vienna vier viernes vietnam viggo viking vikingen vikingernes vikings viktor viktoria villads
village villain vilma vin vincent vincenzo vind vinder vinicius vino vintage vinter vinteren vinterferie violaine violator violence violet violin viper vipper virgin virginia virginie virgo virus vis
viscount vision vita vitor vittoria vittorio vivaldi vivian vixen vlinder vodka voetbal vogel void volbeat volcano volcom voldemort volker volkswagen volleyball volpe voltage voltron volunteer volvo
voodoo vortex vos vovhund vovse vovvov voyager vrede vriend vrienden vrijheid vulcan vuur vvvvvv välkommen västerås vålerenga wachtwoord wacky wade waffle waffles wakacje wald wales walker walkman
wallace walmart walrus walter waltraud wanda wanker wanted war warcraft wardog warhammer warhammer40k warlock warning warpath warren warrior warriors warsaw warszawa wasd washington wasser wasted
watcher watchmen water waterfall waterloo waterman watermelon waterpolo wavelength wayne weasel weather webmaster website wedding wednesday weed weekend weewee weezer weezy weihnachten wein weiss
welcome welder welkom wellness welpe wendy werder werner weronika wesley wessel westcoast western westham westlife westside wetpussy whale wharton whatever whatsapp wheeler wheels whiskers whiskey
whisky whisper whistle whistler white whiteout whiteshark whitesox whitetail whitewolf whitney whocares whoknows whore wicked wien wienerbrod wienerbrød wife wifi wiggles wii wijn wiktor wiktoria
wildbill wildcard wildcat wildcats wilderness wildfire wildflower wildlife wildman wildone wildrose wildwood wilhelm wilk willem william willie willkommen willow wilma wilson wim wind windmill window
windows windowsxp windsor windstar windsurf wine winfried wingman wings winner winners winnie winniethepooh wino winston winter wioletta wiosna wisdom wiseguy wishbone wit witaj witch witches without
wizard wizards woda wojciech wojtek wolf wolfgang wolfhound wolfman wolfpack wolnosc wolverin wolverine wolves woman wombat women wonder wonderboy wonderful wonderland wonderwoman woodchuck woodland
woods woodstock woodwork woody woofer woofwoof wookie work working workout world worldcup worldofwarcraft worship wouter wrangler wrench wrestle wrestler wrestling wrinkle writer wroclaw wsxedc wsxwsx
wtf wwwwww xanadu xander xavier xbox xfiles xiaomi ximena xmas xmen xtreme xxx xxxxxx xxxxxxxx xyz xyzxyz yahoo yakuza yamaha yamahar1 yankee yankees yann yannick yardbird yeah yeahbaby yeahyeah
yellow yellowstone yesterday yesyes yggdrasil yhnujm yoda yoga yogibear yolanda yolo yomama yorkshire yoshi young youngblood younggun younglove yourmom youtube yoyo yoyoma yoyoyo yrsa ytrewq yugioh
yummy yves yvette yvonne yxcvbnm yyyyyy z123456 zachary zack zander zanzibar zaphod zaq12wsx zaq1xsw2 zaq1zaq1 zaqwsx zaqwsxcde zaqxsw zara zayn zbigniew zealand zebra zebras zee zelda zenith zeppelin
zero zeta zeus zidane zielony ziemia zigzag zildjian zima zinger zipper zitrone zlatan zodiac zoe zoey zofia zombie zombies zomer zon zoomer zoon zooropa zoro zorro zosia zouzou zuerich zuhause zurich
zus zuzanna zwart zwei zxc123 zxcasd zxcqwe zxcv zxcvb zxcvbn zxcvbnm zxczxc zycie zyxwvu zzz zzzzzz älskling ålborg ålesund århus åse æble örebro österreich ørn østerbro øystein øyvind
`

/** What very many people choose: passwords, and the words that they add a few digits to. */
export const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/))
