"""What rules text consists of: all nodes under one name, `nodes.Roll` or `nodes.Plus`.

Every class is an alias of the grammar in `grammar/`, and stands in the module that is called like its file there.
"""

from quarterdeck.language.syntax.definitions import *
from quarterdeck.language.syntax.expressions import *
from quarterdeck.language.syntax.node import *
from quarterdeck.language.syntax.statements import *
